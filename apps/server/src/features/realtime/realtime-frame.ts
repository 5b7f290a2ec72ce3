import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Hearing } from './realtime.policy.ts';

/** Something that happened in an organization, and who did it. */
export interface RealtimeUpdate {
  organizationId: string;
  actorSessionId: string | null;
  actorUserId: string | null;
  event: RealtimeEvent;
  /** Absent: as the kind of event says. */
  level?: 'INFO' | 'ERROR' | undefined;
  showToast?: boolean | undefined;
  /** When this process heard of it, by the clock that never jumps. */
  heardMs?: number;
}

const head = '{"type":"event","sequence":';

/** The text of an event but for its number: written once, however many listen. */
export function frameOf(
  { event, actorSessionId, actorUserId, ...told }: RealtimeUpdate,
  { mannerOf }: Hearing,
): string {
  const manner = mannerOf(event);
  const { level = manner.level, showToast = manner.showToast } = told;
  return `,${JSON.stringify({ actorSessionId, actorUserId, level, showToast, event }).slice(1)}`;
}

/** The whole text for one connection, whose count `sequence` is. */
export const numbered = (frame: string, sequence: number): string => head + String(sequence) + frame;
