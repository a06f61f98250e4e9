/** The parcels of the demo, by number. */
export interface Parcels {
  [number: string]: string;
}

export const PARCELS: Readonly<Parcels> = { "1": "coming", "2": "here" };
