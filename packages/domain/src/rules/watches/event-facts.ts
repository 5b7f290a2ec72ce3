import type { EventReport } from '@sightline/contracts/events/event';
import { readExpression } from '../event-expression.ts';
import type { EventField } from './event-fields.ts';
import { reasonOf, type WatchReason } from './watched-rule.ts';

/** What an expression of developers can read of an event; what is not known is not there. */
const factsOf = (report: EventReport): Record<EventField, string | number | boolean | undefined> => ({
  class: report.class,
  subtype: report.subtype ?? undefined,
  phase: report.phase,
  severity: report.severity,
  score: report.score,
  modelId: report.modelId,
  isStationary: report.isStationary,
  dwellS: report.dwellMs / 1000,
  heading: report.heading ?? undefined,
  speed: report.speed ?? undefined,
  motionLevel: report.motionLevel,
  plate: report.plate?.text,
  hasFace: report.face !== null,
  age: report.face?.age ?? undefined,
  gender: report.face?.gender ?? undefined,
  zones: report.zones.length,
});

/** Why an event, as it is known now, meets an expression; null when it does not. */
export function expressionMatch(expression: string, report: EventReport): WatchReason[] | null {
  if (readExpression(expression)?.(factsOf(report)) !== true) return null;
  return [reasonOf('expression', expression.slice(0, 200), { class: report.class, score: report.score })];
}
