import { eventClass, eventPhase, eventSeverity } from '@sightline/contracts/events/event';
import { comparisonsIn, type ExpressionComparison } from '../event-expression.ts';

/** What a field of an event can be: a number, true or false, any text, or one of these. */
type FieldValues = 'number' | 'boolean' | 'text' | readonly string[];

/** What an expression of developers can read of an event. */
const fields = {
  class: eventClass.options,
  subtype: 'text',
  phase: eventPhase.options,
  severity: eventSeverity.options,
  score: 'number',
  modelId: 'text',
  isStationary: 'boolean',
  dwellS: 'number',
  heading: 'number',
  speed: 'number',
  motionLevel: 'number',
  plate: 'text',
  hasFace: 'boolean',
  age: 'number',
  gender: ['female', 'male'],
  zones: 'number',
} as const satisfies Record<string, FieldValues>;

/** Name of such a field. */
export type EventField = keyof typeof fields;

const valuesOf = (name: string): FieldValues | undefined =>
  Object.hasOwn(fields, name) ? fields[name as EventField] : undefined;

/** Whether an event can ever have, and lack, what is compared. */
function canBe({ field, sign, literal }: ExpressionComparison): boolean {
  const values = valuesOf(field);
  if (values === undefined) return false;
  const isOrder = sign !== '==' && sign !== '!=';
  if (values === 'number') return typeof literal === 'number';
  if (isOrder) return false;
  if (values === 'boolean') return typeof literal === 'boolean';
  return typeof literal === 'string' && (values === 'text' || values.includes(literal));
}

/** Whether an expression can be read, and compares fields that events have with what they can be: a wrong name would never alert. */
export const isEventExpression = (expression: string): boolean => comparisonsIn(expression)?.every(canBe) === true;
