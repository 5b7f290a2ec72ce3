import type { ConditionDraft } from './rule-values.ts';

/** Whether a description names any colour of what it is about; without any, everybody fits. */
const isDescribed = (condition: ConditionDraft): boolean =>
  (condition['class'] === 'person' ? ['upper', 'lower'] : ['body']).some(
    (part) => (condition[part] as readonly string[]).length > 0,
  );

function occupancyKey({ compare, countedBy }: ConditionDraft) {
  if (countedBy === 'lines')
    return compare === 'between' ? 'linesBetween' : compare === 'atMost' ? 'linesAtMost' : 'linesAtLeast';
  return compare === 'between' ? 'occupancyBetween' : compare === 'atMost' ? 'occupancyAtMost' : 'occupancy';
}

const namesAny = (words: unknown): boolean => Array.isArray(words) && words.some((word) => word !== '');

function faceKey(mode: string | undefined) {
  if (mode === 'unknown') return 'faceUnknown';
  return mode === 'onList' ? 'faceOnList' : mode === 'notOnList' ? 'faceNotOnList' : 'face';
}

/** Who of those that a description fits is meant; null: all of them. */
export function whoKey({ kind, mode, class: about }: ConditionDraft) {
  if (kind !== 'suspect' || about !== 'person') return null;
  return mode === 'onList' || mode === 'notOnList' || mode === 'unknown' ? mode : null;
}

/** Which sentence says what a condition does: that of its kind, or of the way in which it watches. */
export function summaryKey(condition: ConditionDraft) {
  const { kind } = condition;
  const { direction, judges, mode, by, tag, counts, what } = condition as {
    direction?: string;
    judges?: { what: string };
    mode?: string;
    by?: string;
    tag?: string;
    counts?: string;
    what?: readonly string[];
  };
  if (kind === 'lineCrossing')
    return direction === 'any' ? kind : direction === 'left' ? 'crossingLeft' : 'crossingRight';
  if (kind === 'occupancy') return occupancyKey(condition);
  if (kind === 'loitering') return counts === 'sum' ? 'loiteringSum' : kind;
  if (kind === 'coreStatus') return what?.some((one) => one !== 'offline') === true ? 'coreTrouble' : kind;
  if (kind === 'trafficControl') return judges?.what === 'stopped' ? 'trafficStopped' : kind;
  if (kind === 'licensePlate')
    return mode === 'onList' ? 'plateOnList' : mode === 'notOnList' ? 'plateNotOnList' : kind;
  if (kind === 'container') return namesAny(condition['numbers']) ? 'containerOnList' : kind;
  if (kind === 'face') return faceKey(mode);
  if (kind === 'suspect') return isDescribed(condition) ? kind : 'appearing';
  if (kind === 'eventValidation') return mode === 'morePeople' ? 'validationMore' : kind;
  if (kind === 'uniform') return mode === 'wearsNone' ? 'uniformNone' : kind;
  if (kind === 'eventTag' && tag === '') return 'eventTagUnnamed';
  if (kind === 'disappearing') return by === 'border' ? 'leaving' : kind;
  return kind;
}
