import type { RuleFault } from '@sightline/domain/rules/rule-faults';
import type { RuleValues } from './rule-values.ts';

/** Where the form says that something is wrong with the rule. */
const placeOfFault = {
  crossingEdges: 'drawing',
  tooSmall: 'drawing',
  shortLine: 'drawing',
  manyCameras: 'cameraIds',
  expression: 'condition.expression',
  noLine: 'drawing',
  emptyRange: 'condition.maxCount',
  sumTooShort: 'condition.sumWithinS',
  alwaysSo: 'condition.count',
  containerNumber: 'condition.numbers',
  noField: 'condition.fields',
  fieldValue: 'condition.fields',
} as const satisfies Record<Exclude<RuleFault, 'noCamera' | 'nothingNamed'>, string>;

/** The field that says a fault of a rule. */
export const fieldOfFault = (fault: RuleFault, { condition }: RuleValues): string => {
  if (fault === 'nothingNamed') return condition.kind === 'licensePlate' ? 'condition.plates' : 'condition.personIds';
  if (fault !== 'noCamera') return placeOfFault[fault];
  return condition.kind === 'coreStatus' ? 'edgeIds' : 'cameraIds';
};
