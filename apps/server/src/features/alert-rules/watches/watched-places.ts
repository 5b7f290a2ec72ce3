import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { InstantRule } from '@sightline/domain/rules/watches/instant-watch';
import type { StatusRule, WatchedStatus } from '@sightline/domain/rules/watches/status-watch';
import { reasonOf } from '@sightline/domain/rules/watches/watched-rule';
import type { Work } from '../../../platform/database/database.ts';
import { cameraNow, edgeNow, type CameraNow, type EdgeNow } from '../../status/status.public.ts';
import { instantRule } from './instant-looks.ts';
import { countCameras, rulesAtCamera, rulesAtCore, type JudgedRule } from './rule-watches.repository.ts';

/** What a server ended by itself is nobody's fault for so long: all cores come back at once, and not in a moment. */
const ownFaultMs = 5 * 60_000;

/** A rule at a place: about how that is, or about what happens there. */
type WatchedRule = { ruleId: string } & (
  | { kind: 'status'; rule: StatusRule; status: WatchedStatus }
  | { kind: 'instants'; rule: InstantRule }
);

/** A camera or core as the server judges it. */
export interface WatchedPlace {
  isCamera: boolean;
  edgeId: string;
  rules: readonly WatchedRule[];
}

/** What a rule watches at a camera or core now; undefined for one that is not in use. */
export async function readPlace(
  trx: Work,
  at: { organizationId: string; placeId: string; nowUtcMs: number },
): Promise<WatchedPlace | undefined> {
  const camera = await cameraNow(trx, at, at.placeId);
  if (camera) {
    const rules = await rulesAtCamera(trx, at, ['cameraStatus', 'eventTag', 'developer']);
    return {
      isCamera: true,
      edgeId: camera.edgeId,
      rules: rules.map((rule) =>
        rule.condition.kind === 'cameraStatus'
          ? statusRule(rule, statusOfCamera(camera, rule.condition))
          : { ruleId: rule.id, kind: 'instants', rule: instantRule(rule) },
      ),
    };
  }
  const core = await edgeNow(trx, at, at.placeId);
  if (!core) return undefined;
  const rules = await rulesAtCore(trx, at);
  const cameras = await countCameras(trx, at.organizationId, at.placeId);
  const status = statusOfCore(core, cameras);
  return { isCamera: false, edgeId: at.placeId, rules: rules.map((rule) => statusRule(rule, status)) };
}

function statusRule(
  { id, condition, coolDownS, snoozedUntil, mutedUntil, times }: JudgedRule,
  status: WatchedStatus,
): WatchedRule {
  const snoozedUntilUtcMs = snoozedUntil?.getTime() ?? null;
  const mutedUntilUtcMs = mutedUntil?.getTime() ?? null;
  const gate = { times, snoozedUntilUtcMs, mutedUntilUtcMs, coolDownMs: coolDownS * 1000 };
  const forMs = 'forS' in condition ? condition.forS * 1000 : 0;
  return { ruleId: id, kind: 'status', rule: { gate, forMs, condition: JSON.stringify(condition) }, status };
}

/** How a camera is for a rule. While its core is away nobody can say. */
function statusOfCamera(
  { shown, flappingSinceUtcMs, recoveringSinceUtcMs, storage }: Omit<CameraNow, 'edgeId'>,
  condition: RuleCondition,
): WatchedStatus {
  const { state, part, cause, sinceUtcMs } = shown;
  const wanted: readonly string[] = condition.kind === 'cameraStatus' ? condition.what : [];
  if (recoveringSinceUtcMs !== null && flappingSinceUtcMs === null)
    return { kind: 'good', sinceUtcMs: recoveringSinceUtcMs };
  if (part === 'edge') return { kind: 'unknown', hindrance: state === 'offline' ? 'coreOffline' : null, sinceUtcMs };
  if (state === 'notConnected') return { kind: 'unknown', hindrance: null, sinceUtcMs };
  const more = cause === null ? [] : [reasonOf('cause', cause)];
  if (wanted.includes('offline') && flappingSinceUtcMs !== null)
    return { kind: 'bad', what: 'unstableS', sinceUtcMs: flappingSinceUtcMs, more };
  if (wanted.includes('offline') && state === 'offline') return { kind: 'bad', what: 'offlineS', sinceUtcMs, more };
  if (wanted.includes('notRecording') && storage.state === 'offline')
    return {
      kind: 'bad',
      what: 'notRecordingS',
      sinceUtcMs: storage.sinceUtcMs,
      more: storage.cause === null ? [] : [reasonOf('cause', storage.cause)],
    };
  return { kind: 'good', sinceUtcMs: Math.max(sinceUtcMs, storage.state === 'online' ? storage.sinceUtcMs : 0) };
}

/** How a core is for a rule, with how many cameras nobody hears of. */
function statusOfCore(
  { shown, flappingSinceUtcMs, recoveringSinceUtcMs, lastSeenUtcMs, heldUntilUtcMs }: EdgeNow,
  cameras: number,
): WatchedStatus {
  const { state, sinceUtcMs } = shown;
  const more = cameras === 0 ? [] : [reasonOf('camerasAway', cameras)];
  if (flappingSinceUtcMs !== null) return { kind: 'bad', what: 'unstableS', sinceUtcMs: flappingSinceUtcMs };
  if (recoveringSinceUtcMs !== null) return { kind: 'good', sinceUtcMs: recoveringSinceUtcMs };
  if (state !== 'offline') return { kind: 'good', sinceUtcMs };
  const saidUtcMs = Math.min(sinceUtcMs, lastSeenUtcMs ?? sinceUtcMs);
  const excused = heldUntilUtcMs === null ? {} : { notBeforeUtcMs: heldUntilUtcMs + ownFaultMs };
  return { kind: 'bad', what: 'coreAwayS', sinceUtcMs: saidUtcMs, more, ...excused };
}
