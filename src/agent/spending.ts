/**
 * The budget of one model call. Every try that may be charged has its own reservation, made before it and
 * settled after it, so that spending never exceeds what was admitted, however often a stream breaks. A lost
 * settlement is charged in full when it lapses.
 */
import type { Logger } from "../kernel/log.ts";
import type { AdmitModelStep, StepAdmission } from "./api/objects.ts";
import type { AdmissionPort } from "./ports.ts";

/** Budget reserved in advance for a turn: used once, or released. */
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

  /** Its ID, if it is large enough and unused; one that is too small is released. */
  take(neededMicroUsd: number): string | null {
    if (neededMicroUsd > this.#reserveMicroUsd) this.release();
    const id = this.#reservationId;
    this.#reservationId = null;
    return id;
  }

  /** Releases an unused reservation, in the background. A lost release lapses by itself. */
  release(): void {
    const id = this.#reservationId;
    this.#reservationId = null;
    if (id === null) return;
    this.#admission.settle(id, 0).catch((error: unknown) => {
      this.#logger.warn("turn.settle_failed", { error });
    });
  }
}

interface SpendingScope {
  readonly admission: Pick<AdmissionPort, "admitModelStep" | "settle">;
  readonly logger: Logger;
  /**
   * `reservationId` is that of the first try; retries append their number. `reserveMicroUsd` is the maximum
   * cost of one try.
   */
  readonly step: AdmitModelStep;
  /** Limit for the call with all its tries. */
  readonly limitMicroUsd: number;
  /** Budget reserved in advance for the first try. */
  readonly reservation?: Reservation | null;
}

export type Refusal = Extract<StepAdmission, { ok: false }>["reason"] | "limit_cost";

export class CallSpending {
  readonly #scope: SpendingScope;
  #tries = 0;
  #lostMicroUsd = 0;
  #open: string | null = null;
  /** Set when a try is refused. */
  refusal: Refusal | null = null;

  constructor(scope: SpendingScope) {
    this.#scope = scope;
  }

  /** Upper bound of the call's cost including the current try. */
  get atMostMicroUsd(): number {
    return this.#lostMicroUsd + this.#scope.step.reserveMicroUsd;
  }

  /** Reserves the next try. Returns false if it is refused; `refusal` has the reason. */
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

  /** Settles a failed try that may have been charged, then reserves the next. */
  async again(lostMicroUsd: number): Promise<boolean> {
    const lost = Math.min(lostMicroUsd, this.#scope.step.reserveMicroUsd);
    if (this.#open !== null) {
      this.#lostMicroUsd += lost;
      await this.#settle(lost);
    }
    return this.admit();
  }

  /** Settles the current try, if any, and returns the cost of the whole call. The settlement runs in the background. */
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
