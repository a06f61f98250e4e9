/**
 * The money of one model call. Every try that may be charged has a reservation of its own, made before the try and settled after it, so
 * that what is spent never passes what was admitted, however often a stream is cut. A lost settlement is charged in full when it lapses.
 */
import type { Logger } from "../kernel/log.ts";
import type { AdmitModelStep, StepAdmission } from "./api/objects.ts";
import type { AdmissionPort } from "./ports.ts";

/** Money reserved ahead of the turn it is for: taken once, released where it was not. */
export class Reservation {
  readonly #admission: Pick<AdmissionPort, "settle">;
  readonly #logger: Logger;
  readonly #reserveMicroUsd: number;
  #reservationId: string | null;

  constructor(
    deps: { readonly admission: Pick<AdmissionPort, "settle">; readonly logger: Logger },
    reserved: Pick<AdmitModelStep, "reservationId" | "reserveMicroUsd">,
  ) {
    this.#admission = deps.admission;
    this.#logger = deps.logger;
    this.#reservationId = reserved.reservationId;
    this.#reserveMicroUsd = reserved.reserveMicroUsd;
  }

  /** Its id, where it is enough and not taken yet; one that is too small is released. */
  take(neededMicroUsd: number): string | null {
    if (neededMicroUsd > this.#reserveMicroUsd) this.release();
    const id = this.#reservationId;
    this.#reservationId = null;
    return id;
  }

  /** Frees what was not taken; it need not be waited for. A release that is lost lapses. */
  release(): void {
    const id = this.#reservationId;
    this.#reservationId = null;
    if (id === null) return;
    this.#admission.settle(id, 0).catch((error: unknown) => {
      this.#logger.warn("turn.settle_failed", { error });
    });
  }
}

/** What the call is made under. */
interface SpendingScope {
  readonly admission: Pick<AdmissionPort, "admitModelStep" | "settle">;
  readonly logger: Logger;
  /** Of the first try; later ones add their number. `reserveMicroUsd` is the most one try can cost. */
  readonly step: AdmitModelStep;
  /** What the call may cost with all its tries; beyond it nothing more is reserved. */
  readonly limitMicroUsd: number;
  /** What was reserved ahead for the first try. */
  readonly reservation?: Reservation | null;
}

/** Why a try was not admitted. */
export type Refusal = Extract<StepAdmission, { ok: false }>["reason"] | "limit_cost";

export class CallSpending {
  readonly #scope: SpendingScope;
  #tries = 0;
  #lostMicroUsd = 0;
  #open: string | null = null;
  /** Set once a try was refused. */
  refusal: Refusal | null = null;

  constructor(scope: SpendingScope) {
    this.#scope = scope;
  }

  /** The most the call can have cost when the try under way is over. */
  get atMostMicroUsd(): number {
    return this.#lostMicroUsd + this.#scope.step.reserveMicroUsd;
  }

  /** Reserves the next try. False where it may not be made: `refusal` says why. */
  async admit(): Promise<boolean> {
    const { admission, step, limitMicroUsd, reservation } = this.#scope;
    if (this.atMostMicroUsd > limitMicroUsd) {
      this.refusal = "limit_cost";
      return false;
    }
    this.#tries += 1;
    this.#open = this.#tries === 1 ? (reservation?.take(step.reserveMicroUsd) ?? null) : null;
    if (this.#open !== null) return true;
    const reservationId = this.#tries === 1 ? step.reservationId : `${step.reservationId}.try${this.#tries}`;
    const admitted = await admission.admitModelStep({ ...step, reservationId });
    if (admitted.ok) this.#open = reservationId;
    else this.refusal = admitted.reason;
    return admitted.ok;
  }

  /** Settles a try that came to nothing and may have been charged, then reserves the next. */
  async again(lostMicroUsd: number): Promise<boolean> {
    const lost = Math.min(lostMicroUsd, this.#scope.step.reserveMicroUsd);
    if (this.#open !== null) {
      this.#lostMicroUsd += lost;
      await this.#settle(lost);
    }
    return this.admit();
  }

  /** Settles the try under way, if there is one, and answers with the cost of the whole call. The settlement need not be waited for. */
  end(microUsd: number): number {
    if (this.#open === null) return this.#lostMicroUsd;
    void this.#settle(microUsd);
    return this.#lostMicroUsd + microUsd;
  }

  async #settle(microUsd: number): Promise<void> {
    const id = this.#open;
    if (id === null) return;
    this.#open = null;
    try {
      await this.#scope.admission.settle(id, microUsd);
    } catch (error) {
      this.#scope.logger.warn("turn.settle_failed", { error });
    }
  }
}
