/** Top-k selection with a min-heap. */
export class Best {
  readonly #scores: Float64Array;
  readonly #values: Float64Array;
  #count = 0;

  constructor(limit: number) {
    this.#scores = new Float64Array(limit);
    this.#values = new Float64Array(limit);
  }

  /** The score to beat. */
  get least(): number {
    return this.#count < this.#scores.length ? -Infinity : (this.#scores[0] ?? Infinity);
  }

  offer(score: number, value: number): void {
    if (!(score > this.least)) return;
    if (this.#count < this.#scores.length) this.#rise(this.#count++, score, value);
    else this.#sink(score, value);
  }

  /** Best first. */
  sorted(): { readonly value: number; readonly score: number }[] {
    return Array.from({ length: this.#count }, (_, at) => ({
      value: this.#values[at] ?? 0,
      score: this.#scores[at] ?? 0,
    })).sort((left, right) => right.score - left.score || left.value - right.value);
  }

  #rise(from: number, score: number, value: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((this.#scores[above] ?? 0) <= score) break;
      this.#move(above, at);
      at = above;
    }
    this.#put(at, score, value);
  }

  #sink(score: number, value: number): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#count) break;
      const right = left + 1;
      const isRightLess = right < this.#count && (this.#scores[right] ?? 0) < (this.#scores[left] ?? 0);
      const below = isRightLess ? right : left;
      if ((this.#scores[below] ?? 0) >= score) break;
      this.#move(below, at);
      at = below;
    }
    this.#put(at, score, value);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#scores[from] ?? 0, this.#values[from] ?? 0);
  }

  #put(at: number, score: number, value: number): void {
    this.#scores[at] = score;
    this.#values[at] = value;
  }
}
