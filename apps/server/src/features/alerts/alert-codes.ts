import { alertHandling, alertOutcome } from '@sightline/contracts/alerts/alert';
import { eventPhase, eventSeverity } from '@sightline/contracts/events/event';

/** Words of the contract as small numbers, in the order of the contract, which therefore only grows at its end. */
const numbering = <T extends string>(words: readonly T[]) => ({
  toCode: (word: T): number => words.indexOf(word),
  fromCode: (code: number): T => words[code] as T,
});

export const handlingCodes = numbering(alertHandling.options);
export const outcomeCodes = numbering(alertOutcome.options);
export const phaseCodes = numbering(eventPhase.options);
export const severityCodes = numbering(eventSeverity.options);
