import { plainCondition } from '@sightline/contracts/alert-rules/later-options';
import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { InstantRule } from '@sightline/domain/rules/watches/instant-watch';
import { coreTrouble, type CoreFigures } from '@sightline/domain/rules/watches/core-trouble';
import type { StatusRule, WatchedStatus } from '@sightline/domain/rules/watches/status-watch';
import { reasonOf } from '@sightline/domain/rules/watches/watched-rule';
import type { Work } from '../../../platform/database/database.ts';
import { cameraNow, edgeNow, type CameraNow, type EdgeNow } from '../../status/status.public.ts';
import { instantRule } from './instant-looks.ts';
import {
  coreFigures,
  countCameras,
  rulesAtCamera,
  rulesAtCore,
  type EvaluatedRule,
} from './rule-watches.repository.ts';

/** What a server ended by itself is nobody's fault for so long: all cores come back at once, and not in a moment. */
const ownFaultMs = 5 * 60_000;

/** What nobody tells of when it changes is looked at this often. */
const measuredEveryMs = 30_000;

/** Kinds that the server judges at cameras. */
const judgedAtCameras = [
  'cameraStatus',
  'eventTag',
  'developer',
  'doorTailgating',
  'eventValidation',
  'uniform',
] as const;

/** A rule at a place: about how that is, or about what happens there. */
type WatchedRule = { ruleId: string } & (
  | {
      kind: 'status';
      rule: StatusRule;
      status: WatchedStatus;
      /** It must be looked at so often, whatever anybody tells; null: only when somebody tells that it may be otherwise. */
      everyMs: number | null;
    }
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
    const rules = await rulesAtCamera(trx, at, judgedAtCameras);
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
  const figures = rules.some(({ condition }) => isMeasured(condition)) ? await coreFigures(trx, at) : noFigures;
  return {
    isCamera: false,
    edgeId: at.placeId,
    rules: rules.map((rule) => statusRule(rule, statusOfCore(core, rule.condition, { cameras, figures }))),
  };
}

const noFigures: CoreFigures = { disks: [], clockOffsetMs: null, cpuShare: null };

/** What of it a rule asks about; rules about cameras stand for their core. */
function askedOf(condition: RuleCondition): readonly string[] {
  // Older rules name nothing.
  const what: readonly string[] | undefined = 'what' in condition ? (condition.what as readonly string[]) : undefined;
  return condition.kind === 'coreStatus'
    ? (what ?? ['offline'])
    : condition.kind === 'cameraStatus'
      ? (what ?? [])
      : [];
}

/** Whether nobody tells when it becomes otherwise. */
const isMeasured = (condition: RuleCondition): boolean =>
  condition.kind === 'coreStatus'
    ? askedOf(condition).some((what) => what !== 'offline')
    : askedOf(condition).includes('analysisOff');

function statusRule(
  { id, condition, coolDownS, snoozedUntil, mutedUntil, times }: EvaluatedRule,
  status: WatchedStatus,
): WatchedRule {
  const snoozedUntilUtcMs = snoozedUntil?.getTime() ?? null;
  const mutedUntilUtcMs = mutedUntil?.getTime() ?? null;
  const gate = { times, snoozedUntilUtcMs, mutedUntilUtcMs, coolDownMs: coolDownS * 1000 };
  const forMs = 'forS' in condition ? condition.forS * 1000 : 0;
  const rule = { gate, forMs, condition: JSON.stringify(plainCondition(condition)) };
  return { ruleId: id, kind: 'status', rule, status, everyMs: isMeasured(condition) ? measuredEveryMs : null };
}

/** How a camera is for a rule. While its core is away nobody can say. */
function statusOfCamera(
  { shown, flappingSinceUtcMs, recoveringSinceUtcMs, storage, analytics, isAnalysed }: Omit<CameraNow, 'edgeId'>,
  condition: RuleCondition,
): WatchedStatus {
  const { state, part, cause, sinceUtcMs } = shown;
  const wanted = askedOf(condition);
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
  if (wanted.includes('analysisOff') && (!isAnalysed || analytics.state === 'offline'))
    return { kind: 'bad', what: 'analysisOffS', ...analysisOff(analytics, isAnalysed) };
  if (isMeasured(condition)) return { kind: 'good', sinceUtcMs: null };
  return { kind: 'good', sinceUtcMs: Math.max(sinceUtcMs, storage.state === 'online' ? storage.sinceUtcMs : 0) };
}

/** Nobody says since when it is switched off. */
function analysisOff({ sinceUtcMs, cause }: CameraNow['analytics'], isAnalysed: boolean) {
  if (!isAnalysed) return { sinceUtcMs: null };
  return { sinceUtcMs, more: cause === null ? [] : [reasonOf('cause', cause)] };
}

/** How a core is for a rule, with how many cameras nobody hears of, and with what it said of itself last. */
function statusOfCore(
  core: EdgeNow,
  condition: RuleCondition,
  { cameras, figures }: { cameras: number; figures: CoreFigures },
): WatchedStatus {
  const { shown, flappingSinceUtcMs, recoveringSinceUtcMs, lastSeenUtcMs, heldUntilUtcMs } = core;
  const { state, sinceUtcMs } = shown;
  if (condition.kind === 'coreStatus' && !askedOf(condition).includes('offline') && state === 'offline')
    return { kind: 'unknown', hindrance: 'coreOffline', sinceUtcMs };
  const more = cameras === 0 ? [] : [reasonOf('camerasAway', cameras)];
  if (askedOf(condition).includes('offline') || condition.kind !== 'coreStatus') {
    if (flappingSinceUtcMs !== null) return { kind: 'bad', what: 'unstableS', sinceUtcMs: flappingSinceUtcMs };
    if (recoveringSinceUtcMs === null && state === 'offline') {
      const saidUtcMs = Math.min(sinceUtcMs, lastSeenUtcMs ?? sinceUtcMs);
      const excused = heldUntilUtcMs === null ? {} : { notBeforeUtcMs: heldUntilUtcMs + ownFaultMs };
      return { kind: 'bad', what: 'coreAwayS', sinceUtcMs: saidUtcMs, more, ...excused };
    }
  }
  if (condition.kind !== 'coreStatus' || !isMeasured(condition))
    return { kind: 'good', sinceUtcMs: recoveringSinceUtcMs ?? sinceUtcMs };
  const trouble = coreTrouble(condition, figures);
  return trouble === null ? { kind: 'good', sinceUtcMs: null } : { kind: 'bad', sinceUtcMs: null, ...trouble };
}
