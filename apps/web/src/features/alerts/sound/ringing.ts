import type { AlertHandling } from '@sightline/contracts/alerts/alert';
import type { EventSeverity } from '@sightline/contracts/events/event';
import type { SoundChoices } from './sound-choices.ts';

/** What is known of an alert when it is heard of. */
export interface AlertUpdate {
  alertId: string;
  isNew: boolean;
  severity: EventSeverity;
  handling: AlertHandling;
}

/** A critical alert that waits, as it is read after news were missed. */
export interface WaitingAlert {
  id: string;
  isLate: boolean;
  receivedAtUtcMs: number;
}

/** What is known beside what was read. */
export interface AroundReading {
  /** Alerts that came before were heard. */
  sinceUtcMs: number;
  /** Heard of since it was asked: what was read may be older than that. */
  heard: ReadonlySet<string>;
}

/** Critical alerts that nobody took yet, by id: they sound again and again. */
export type Ringing = ReadonlySet<string>;

/** What is heard at this moment, and what rings on. Someone's taking or ending it silences an alert for everybody. */
export function afterUpdate(
  ringing: Ringing,
  { alertId, isNew, severity, handling }: AlertUpdate,
  choices: SoundChoices,
): { ringing: Ringing; sounds: EventSeverity | null } {
  const others = new Set([...ringing].filter((id) => id !== alertId));
  if (handling !== 'new') return { ringing: others, sounds: null };
  if (!isNew) return { ringing, sounds: null };
  if (!choices[severity]) return { ringing: others, sounds: null };
  return { ringing: severity === 'critical' ? others.add(alertId) : others, sounds: severity };
}

/** The same after news were missed: what somebody took meanwhile is silent, and what came meanwhile rings. */
export function afterMissing(
  ringing: Ringing,
  waiting: readonly WaitingAlert[],
  { sinceUtcMs, heard }: AroundReading,
): Ringing {
  const ids = new Set(waiting.map(({ id }) => id));
  const missed = waiting.filter((alert) => !alert.isLate && alert.receivedAtUtcMs > sinceUtcMs && !heard.has(alert.id));
  return new Set([...[...ringing].filter((id) => heard.has(id) || ids.has(id)), ...missed.map(({ id }) => id)]);
}
