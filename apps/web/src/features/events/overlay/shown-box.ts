import type { Box, EventClass } from '@sightline/contracts/events/event';

/** A thing to be marked in the picture on screen. `box` in fractions of the picture, 0..1. */
export interface ShownBox {
  eventId: string;
  class: EventClass;
  box: Box;
  plate: string | null;
  isStationary: boolean;
  /** Null: it was seen there. Else its place is a guess, and this much of the time that a guess is shown has gone, 0..1. */
  guess: number | null;
}
