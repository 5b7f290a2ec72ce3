import { attentionLimit, type AttentionItem, type AttentionList } from '@sightline/contracts/attention/attention';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { expiringKeys } from '../api-keys/api-keys.public.ts';
import { expiringCertificates, fadingDomains } from '../auth-providers/auth-providers.public.ts';
import { cameraPaths } from '../cameras/cameras.public.ts';
import { failedDispatches } from '../dispatch-alarms/dispatch-alarms.public.ts';
import { failingReceivers } from '../webhooks/webhooks.public.ts';
import * as items from './attention-items.ts';
import * as seen from './attention-seen.repository.ts';
import * as repository from './attention.repository.ts';
import { coreAnswersOf, type CoreAnswer } from './core-answers.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** What is over is told for so long. */
const recentMs = dayMs;
/** Less is lost at every start of a core: no news. */
const minGapMs = 5_000;
/** A processor that was busy in this many of the last minutes is too small, not surprised. */
const busy = { from: 0.9, minutes: 8, of: 10 };
/** What was seen is remembered for so long; a thing that is still so then is told again. */
const rememberMs = 90 * dayMs;
/** A receiver that is started anew is away for moments; messages to it wait meanwhile. */
const receiverAwayMs = 10 * minuteMs;
/** What people do with a core on purpose. */
const calmNotices: readonly ErrorCode[] = ['core_replaced', 'core_update_cancelled'];

/** What it takes to know what needs somebody: what is kept, and the cores themselves. */
export interface AttentionDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  edges: EdgeCommands;
}

/** What needs somebody. */
export type AttentionService = ReturnType<typeof createAttentionService>;

/** Tells each person what is wrong with what that person may see, and what went wrong since and was not seen. */
export function createAttentionService({ database, changes, clock, edges }: AttentionDeps) {
  const answers = coreAnswersOf({ edges, clock });
  return {
    list: async (actor: MemberActor): Promise<AttentionList> => {
      const nowUtcMs = clock();
      const read = await database.withOrganization(actor.organizationId, (trx) => readAll(trx, actor, nowUtcMs));
      const linked = read.cores.filter(({ isLinked }) => isLinked).map(({ id }) => id);
      const told = await seenByActor(database, actor, await answers.of(actor.organizationId, linked));
      const ofCores = read.cores.flatMap((core) =>
        items.coreItems(core, { nowUtcMs, ...read.reportOf(core.id), ...reportOf(told.get(core.id)) }),
      );
      // What still lasts is told once.
      const lasting = new Set(ofCores.flatMap((item) => (item.kind === 'overload' && item.isOpen ? item.edgeId : [])));
      const isTold = (item: AttentionItem): boolean =>
        item.kind === 'notice' && item.code === 'analysis_overloaded' && lasting.has(item.edgeId);
      const all = items.inOrder(
        [...read.items, ...ofCores].filter(
          (item) => item.isOpen || (item.knownUtcMs > (read.seen.get(item.key) ?? 0) && !isTold(item)),
        ),
      );
      return {
        items: all.slice(0, attentionLimit),
        total: all.length + read.uncounted,
        waitingCount: read.waitingCount,
        unknownCount: linked.filter((edgeId) => (told.get(edgeId)?.behind ?? null) === null).length,
      };
    },
    markSeen: async (
      actor: MemberActor,
      marks: readonly { key: string; knownUtcMs: number }[],
    ): Promise<Record<string, never>> => {
      // A program sees nothing for the person whose key it uses.
      if (actor.apiKeyId !== undefined) throw new AppError('api_key_scope');
      const { organizationId, userId } = actor;
      const now = new Date(clock());
      const latest = new Map<string, number>();
      // Nobody has seen what is still to come.
      for (const { key, knownUtcMs } of marks)
        latest.set(key, Math.max(latest.get(key) ?? 0, Math.min(knownUtcMs, now.getTime())));
      await changes.run({ organizationId, by: { ...nobody, userId, sessionId: actor.sessionId } }, async (work) => {
        const noted = [...latest].map(([key, knownUtcMs]) => ({ key, until: new Date(knownUtcMs) }));
        await seen.noteSeen(work.trx, { organizationId, userId }, { marks: noted, now });
        await seen.forgetSeen(work.trx, { organizationId, userId }, new Date(now.getTime() - rememberMs));
        await work.announce({ kind: 'attention.seen', userId });
      });
      return {};
    },
  };
}

const reportOf = (answer: CoreAnswer | undefined): Pick<items.CoreReport, 'behindCount' | 'storage'> => ({
  behindCount: answer?.behind?.length ?? 0,
  storage: answer?.storage ?? null,
});

/** The answers of cores without the cameras that the actor may not see. */
async function seenByActor(
  database: Database,
  actor: MemberActor,
  answers: Map<string, CoreAnswer>,
): Promise<Map<string, CoreAnswer>> {
  const cameraIds = [...answers.values()].flatMap(({ behind, storage }) => [
    ...(behind ?? []),
    ...(storage?.cameras ?? []).map(({ cameraId }) => cameraId),
  ]);
  if (cameraIds.length === 0) return answers;
  const paths = await database.withOrganization(actor.organizationId, (trx) =>
    cameraPaths(trx, actor.organizationId, [...new Set(cameraIds)]),
  );
  const isSeen = (cameraId: string): boolean => {
    const path = paths.get(cameraId);
    return path !== undefined && mayAt(actor, 'CameraView', path);
  };
  const visible = ({ behind, storage }: CoreAnswer): CoreAnswer => ({
    behind: behind?.filter(isSeen) ?? null,
    storage: storage && { ...storage, cameras: storage.cameras.filter(({ cameraId }) => isSeen(cameraId)) },
  });
  return new Map([...answers].map(([edgeId, answer]) => [edgeId, visible(answer)]));
}

interface Read {
  items: AttentionItem[];
  cores: repository.CoreRow[];
  reportOf: (edgeId: string) => Pick<items.CoreReport, 'awayCount' | 'busySinceUtcMs' | 'wasBusy'>;
  seen: Map<string, number>;
  waitingCount: number;
  /** Cameras beyond those that are listed. */
  uncounted: number;
}

/** Everything that the database knows. */
async function readAll(trx: Work, actor: MemberActor, nowUtcMs: number): Promise<Read> {
  const { organizationId, userId } = actor;
  const since = new Date(nowUtcMs - recentMs);
  const cameras = { organizationId, scope: scopeFor(actor, 'CameraView'), since };
  const core = { organizationId, scope: scopeFor(actor, 'CoreView'), since };
  const troubled = await repository.troubledCameras(trx, cameras, { cores: core.scope, limit: attentionLimit });
  const gaps = await repository.unseenGaps(
    trx,
    { ...cameras, scope: scopeFor(actor, 'PlaybackView') },
    { userId, minMs: minGapMs },
  );
  const off = await repository.camerasOff(trx, cameras);
  const notices = await repository.unseenNotices(trx, core, { userId, calm: calmNotices });
  const exports = await repository.failedExports(trx, { ...cameras, scope: scopeFor(actor, 'ExportCreate') });
  const cores = await repository.pairedCores(trx, core);
  const edgeIds = cores.map(({ id }) => id);
  const away = new Map(
    (await repository.camerasAway(trx, cameras, edgeIds)).map(({ edgeId, count }) => [edgeId, count]),
  );
  const lately = { organizationId, since: new Date(nowUtcMs - busy.of * minuteMs) };
  const busyCores = new Map(
    (await repository.busyMinutes(trx, lately, { edgeIds, busyFrom: busy.from })).map((row) => [row.edgeId, row]),
  );
  const busyBefore = new Map(
    (await repository.lastBusy(trx, core, { edgeIds, busyFrom: busy.from, ...busy })).map((row) => [row.edgeId, row]),
  );
  return {
    items: [
      ...troubled.rows.map(items.cameraItem),
      ...gaps.map(items.gapItem),
      ...(off ? [items.offItem(off)] : []),
      ...notices.map(items.noticeItem),
      ...exports.map(items.exportItem),
      ...(await ofOrganization(trx, actor, nowUtcMs)),
    ],
    cores,
    reportOf: (edgeId) => {
      const [row, wasBusy] = [busyCores.get(edgeId), busyBefore.get(edgeId)];
      return {
        awayCount: away.get(edgeId) ?? 0,
        busySinceUtcMs: row !== undefined && row.minutes >= busy.minutes ? row.since.getTime() : null,
        wasBusy: wasBusy === undefined ? null : { atUtcMs: wasBusy.at.getTime(), cpuShare: wasBusy.cpuShare },
      };
    },
    seen: await seen.seenBy(trx, { organizationId, userId }),
    waitingCount: await repository.countWaitingCameras(trx, cameras),
    uncounted: troubled.total - troubled.rows.length,
  };
}

/** Help that does not come, and what those who look after the organization can mend: keys that end within a week, or ended within the last day, certificates that end or ended, domains whose proof runs out, and receivers of messages that take none. */
async function ofOrganization(trx: Work, actor: MemberActor, nowUtcMs: number): Promise<AttentionItem[]> {
  const range = { from: new Date(nowUtcMs - recentMs), to: new Date(nowUtcMs + items.expiryWarningMs) };
  const { organizationId } = actor;
  const keys = scopeFor(actor, 'ApiKeyManage').whole ? await expiringKeys(trx, organizationId, range) : [];
  const isEditor = scopeFor(actor, 'OrganizationEdit').whole;
  const certificates = isEditor ? await expiringCertificates(trx, organizationId, range.to) : [];
  const domains = isEditor ? await fadingDomains(trx, organizationId, nowUtcMs) : [];
  const awayBefore = new Date(nowUtcMs - receiverAwayMs);
  const receivers = isEditor ? await failingReceivers(trx, organizationId, awayBefore) : [];
  const dispatches = { organizationId, scope: scopeFor(actor, 'AlarmManagementEdit'), since: range.from };
  return [
    ...(await failedDispatches(trx, dispatches)).map(items.dispatchItem),
    ...keys.map((key) => items.credentialItem({ of: 'apiKey', ...key }, nowUtcMs)),
    ...certificates.map((certificate) => items.credentialItem({ of: 'signInCertificate', ...certificate }, nowUtcMs)),
    ...domains.map((domain) => items.credentialItem({ of: 'signInDomain', ...domain }, nowUtcMs)),
    ...receivers.map(items.receiverItem),
  ];
}
