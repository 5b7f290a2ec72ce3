import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { EventClass } from '@sightline/contracts/events/event';

/** Of whom something must be known beside where they are; null for a condition that asks for nothing like that. */
export function traitClass(condition: RuleCondition): EventClass | null {
  if (condition.kind === 'face') return 'person';
  if (condition.kind === 'licensePlate') return 'vehicle';
  return condition.kind === 'suspect' ? condition.class : null;
}
