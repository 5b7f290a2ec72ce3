import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { wrongNumbers } from '../events/container-number.ts';
import { plateKey } from '../vehicles/plate-key.ts';
import { lineFault, placeFault, zoneFault } from './drawn-faults.ts';
import { traitClass } from './trait-class.ts';
import { isEventExpression } from './watches/event-fields.ts';

/** Why a rule cannot work as it is. */
export type RuleFault =
  | 'noCamera'
  | 'manyCameras'
  | 'crossingEdges'
  | 'tooSmall'
  | 'shortLine'
  | 'expression'
  | 'nothingNamed'
  | 'noLine'
  | 'emptyRange'
  | 'sumTooShort'
  | 'alwaysSo'
  | 'containerNumber'
  | 'noField'
  | 'fieldValue';

interface Drawn {
  zones: readonly (readonly PicturePoint[])[];
  lines: readonly (readonly PicturePoint[])[];
  place: { width: number; height: number } | null;
}

function drawnIn(condition: RuleCondition): Drawn {
  const lines = 'line' in condition ? [condition.line.points] : [];
  const isByLines = countsByLines(condition);
  return {
    zones: 'zones' in condition && !isByLines ? condition.zones.map(({ points }) => points) : [],
    lines: isByLines
      ? condition.lines.map(({ points }) => points)
      : 'secondLine' in condition
        ? [...lines, condition.secondLine.points]
        : lines,
    place: 'place' in condition ? condition.place : null,
  };
}

type Occupancy = Extract<RuleCondition, { kind: 'occupancy' }>;

const countsByLines = (condition: RuleCondition): condition is Occupancy =>
  condition.kind === 'occupancy' && condition.countedBy === 'lines';

/** What of a condition contradicts itself. */
function* contradictionsIn(condition: RuleCondition): Generator<RuleFault> {
  if (condition.kind === 'occupancy' && condition.compare === 'between' && condition.maxCount < condition.count)
    yield 'emptyRange';
  if (condition.kind === 'occupancy' && condition.compare === 'atLeast' && condition.count === 0) yield 'alwaysSo';
  if (countsByLines(condition) && condition.lines.length === 0) yield 'noLine';
  if (condition.kind === 'loitering' && condition.counts === 'sum' && condition.sumWithinS < condition.limitS)
    yield 'sumTooShort';
}

function* faultsOf(
  condition: RuleCondition,
  { cameras, cores }: { cameras: number; cores: number },
): Generator<RuleFault> {
  const { zones, lines, place } = drawnIn(condition);
  if ((condition.kind === 'coreStatus' ? cores : cameras) === 0) yield 'noCamera';
  if (cameras > 1 && (zones.length > 0 || lines.length > 0 || place !== null)) yield 'manyCameras';
  yield* new Set(
    [...zones.map(zoneFault), ...(place === null ? [] : [placeFault(place)]), ...lines.map(lineFault)].filter(
      (fault) => fault !== null,
    ),
  );
  yield* contradictionsIn(condition);
  if (namesNothing(condition)) yield 'nothingNamed';
  if (condition.kind === 'container' && wrongNumbers(condition.numbers).length > 0) yield 'containerNumber';
  if (condition.kind === 'developer' && !isEventExpression(condition.expression)) yield 'expression';
}

/** A rule that can never alert, because nothing stands on its list. `isGroupEmpty`: of the groups that it names; they hold somebody, unless it says so. */
export function namesNothing(
  condition: RuleCondition,
  isGroupEmpty: (groupId: string) => boolean = () => false,
): boolean {
  if (!('groupIds' in condition) || condition.mode !== 'onList' || !condition.groupIds.every(isGroupEmpty))
    return false;
  if (condition.kind === 'licensePlate') return !condition.plates.some((plate) => plateKey(plate) !== '');
  return condition.personIds.length === 0 && (condition.kind === 'face' || condition.class === 'person');
}

/** What is wrong with a rule at so many cameras and cores; nothing for one that can work. */
export const ruleFaults = (condition: RuleCondition, targets: { cameras: number; cores: number }): RuleFault[] => [
  ...faultsOf(condition, targets),
];

/** Classes of objects without which a rule cannot decide; none for one that needs no classes. */
export function classesNeeded(condition: RuleCondition): readonly string[] {
  if (condition.kind === 'motion' || ruleKinds[condition.kind].needs === null) return [];
  if (condition.kind === 'proximity') return [...condition.classes, ...condition.otherClasses];
  if ('classes' in condition) return condition.classes;
  if (condition.kind === 'doorTailgating' || condition.kind === 'eventValidation' || condition.kind === 'uniform')
    return ['person'];
  const trait = traitClass(condition);
  return trait === null ? [] : [trait];
}
