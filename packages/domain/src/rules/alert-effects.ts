import type { TamperingState } from '@sightline/contracts/alert-rules/camera-conditions';
import type { SpotWord } from '@sightline/contracts/analysis/spot-tasks';
import type { ColourPart, EventClass } from '@sightline/contracts/events/event';

/** One condition with the value that met it or fell short, for instance `stayS` 12 of at least 10. */
export interface Reason {
  what:
    | 'stayS'
    | 'stayedInAllS'
    | 'count'
    | 'insideCount'
    | 'absentS'
    | 'countedS'
    | 'crossed'
    | 'appeared'
    | 'disappeared'
    | 'followedWithinS'
    | 'heightsApart'
    | 'degreesOff'
    | 'stoppedS'
    | 'leastKmh'
    | 'measuredKmh'
    | 'missingS'
    | 'stillS'
    | 'movedCells'
    | `${TamperingState}S`
    | 'shiftPercent'
    | `${Exclude<SpotWord, 'containerNumber'>}S`
    | 'containerNumber'
    | 'plate'
    | 'doorOpenS'
    | 'doorHeldS'
    | 'doorBlockedS'
    | 'plateNotOnList'
    | 'face'
    | `${ColourPart}Colour`;
  value: number | string;
  limit: number | null;
  /** The zone or line of the rule; null for the whole picture. */
  placeId: string | null;
  class: EventClass | null;
  /** Mean score of the subject's last sights; null when it is about no single one. */
  score: number | null;
}

/** What kept a rule from alerting although its condition was met, or nearly. */
export type Hindrance =
  | 'schedule'
  | 'disarmed'
  | 'snoozed'
  | 'muted'
  | 'coolDown'
  | 'lostAtLine'
  | 'tooFewLooks'
  | 'tooLittleInView'
  | 'belowLimit';

/**
 * Why an alert ended: the condition is over, or something else made an end of it. `ruleOff`: nobody asks for the rule at this camera any
 * more. `coreRestarted`: whoever judged the rule was started anew, and it was not so again within a minute.
 */
export type CloseReason =
  | 'over'
  | 'scheduleOver'
  | 'disarmed'
  | 'blind'
  | 'ruleChanged'
  | 'ruleOff'
  | 'cameraRemoved'
  | 'coreRestarted';

interface AlertChange {
  alertId: string;
  /** When it was so at the camera. */
  atUtcMs: number;
  why: readonly Reason[];
  subjectIds: readonly string[];
  /** How often the condition was met within this alert. */
  count: number;
}

/** What a rule decided. The same facts give the same effects with the same ids. */
export type AlertEffect =
  | (AlertChange & { kind: 'opened' | 'updated' })
  | (AlertChange & { kind: 'closed'; reason: CloseReason })
  | { kind: 'nearMiss'; atUtcMs: number; hindrance: Hindrance; why: readonly Reason[] };
