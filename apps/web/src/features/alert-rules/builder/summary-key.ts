import type { ConditionDraft } from './rule-values.ts';

/** Whether a description names any colour of what it is about; without any, everybody fits. */
const isDescribed = (condition: ConditionDraft): boolean =>
  (condition['class'] === 'person' ? ['upper', 'lower'] : ['body']).some(
    (part) => (condition[part] as readonly string[]).length > 0,
  );

/** Which sentence says what a condition does: that of its kind, or of the way in which it watches. */
export function summaryKey(condition: ConditionDraft) {
  const { kind } = condition;
  const { direction, compare, judges, mode, by, tag } = condition as {
    direction?: string;
    compare?: string;
    judges?: { what: string };
    mode?: string;
    by?: string;
    tag?: string;
  };
  if (kind === 'lineCrossing')
    return direction === 'any' ? kind : direction === 'left' ? 'crossingLeft' : 'crossingRight';
  if (kind === 'occupancy') return compare === 'atMost' ? 'occupancyAtMost' : kind;
  if (kind === 'trafficControl') return judges?.what === 'stopped' ? 'trafficStopped' : kind;
  if (kind === 'licensePlate')
    return mode === 'onList' ? 'plateOnList' : mode === 'notOnList' ? 'plateNotOnList' : kind;
  if (kind === 'face') return mode === 'onList' ? 'faceOnList' : mode === 'notOnList' ? 'faceNotOnList' : kind;
  if (kind === 'suspect') return isDescribed(condition) ? kind : 'appearing';
  if (kind === 'eventValidation') return mode === 'morePeople' ? 'validationMore' : kind;
  if (kind === 'eventTag' && tag === '') return 'eventTagUnnamed';
  if (kind === 'disappearing') return by === 'border' ? 'leaving' : kind;
  return kind;
}
