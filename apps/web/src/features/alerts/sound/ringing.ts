import type { AlertHandling } from '@sightline/contracts/alerts/alert';
import type { EventSeverity } from '@sightline/contracts/events/event';
import type { SoundChoices } from './sound-choices.ts';

/** What is known of an alert when it is heard of. */
export interface AlertNews {
  alertId: string;
  isNew: boolean;
  severity: EventSeverity;
  handling: AlertHandling;
}

/** Critical alerts that nobody took yet, by id: they sound again and again. */
export type Ringing = ReadonlySet<string>;

/** What is heard at this moment, and what rings on. Someone's taking or ending it silences an alert for everybody. */
export function afterNews(
  ringing: Ringing,
  { alertId, isNew, severity, handling }: AlertNews,
  choices: SoundChoices,
): { ringing: Ringing; sounds: EventSeverity | null } {
  const others = new Set([...ringing].filter((id) => id !== alertId));
  if (handling !== 'new') return { ringing: others, sounds: null };
  if (!isNew) return { ringing, sounds: null };
  if (!choices[severity]) return { ringing: others, sounds: null };
  return { ringing: severity === 'critical' ? others.add(alertId) : others, sounds: severity };
}
