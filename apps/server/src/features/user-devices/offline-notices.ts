import { scopeCovers, scopeOf } from '@sightline/domain/permissions/grant';
import { isolate } from '@sightline/domain/texts/isolate';
import { clockOfZone } from '@sightline/domain/time/zone-names';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { readMemberGrants } from '../sessions/sessions.public.ts';
import * as repository from './offline-periods.repository.ts';
import { notify, type Notice } from './user-devices.public.ts';

const everyMs = 2_000;
/** What comes back within this time is not worth a notice: restarts, a cable that was moved. */
const patienceMs = 60_000;

export interface OfflineNoticesDeps {
  database: Database;
  jobs: Jobs;
  box: SealedBox;
  clock: Clock;
  log: Log;
}

const words = {
  core: {
    en: { title: 'Core offline', body: (name: string, time: string) => `${name} has been offline since ${time}.` },
    he: { title: 'ליבה מנותקת', body: (name: string, time: string) => `הליבה ${name} מנותקת מאז ${time}.` },
    path: (id: string) => `/edge-edit/${id}`,
    kind: 'coreOffline',
    permission: 'CoreView',
  },
  camera: {
    en: { title: 'Camera offline', body: (name: string, time: string) => `${name} has been offline since ${time}.` },
    he: { title: 'מצלמה מנותקת', body: (name: string, time: string) => `המצלמה ${name} מנותקת מאז ${time}.` },
    path: (id: string) => `/camera/${id}`,
    kind: 'cameraOffline',
    permission: 'CameraView',
  },
} as const;

function noticeOf(
  { entityKind, entityId }: repository.Watch,
  { name, timeZone, since }: repository.OfflineThing,
): Notice {
  const { en, he, path } = words[entityKind];
  // By the clock of the site, which is named: who is told may be elsewhere.
  const time = isolate(clockOfZone(since.getTime(), timeZone));
  return {
    texts: {
      en: { title: en.title, body: en.body(isolate(name), time) },
      he: { title: he.title, body: he.body(isolate(name), time) },
    },
    path: path(entityId),
    tag: `offline-${entityId}`,
  };
}

/** Tells those who may see it and asked for it that a core or a camera stays away. */
export const offlineNotices = (deps: OfflineNoticesDeps): RepeatingJob =>
  new RepeatingJob({
    everyMs,
    work: async () => {
      for (const watch of await repository.watchesBefore(deps.database, new Date(deps.clock() - patienceMs)))
        await notifyOf(deps, watch);
    },
    log: deps.log,
    failure: 'what went offline could not be told; it is tried again',
  });

async function notifyOf(deps: OfflineNoticesDeps, watch: repository.Watch): Promise<void> {
  const { database } = deps;
  const { organizationId, entityKind } = watch;
  const { kind, permission } = words[entityKind];
  const found = await database.withOrganization(organizationId, async (trx) => ({
    thing: await repository.findOffline(trx, watch),
    asked: await repository.membersWhoAsked(trx, organizationId, kind),
  }));
  const userIds: string[] = [];
  for (const userId of found.thing ? found.asked : []) {
    const grants = await readMemberGrants(database, organizationId, userId);
    if (grants && scopeCovers(scopeOf(grants, permission), found.thing?.path ?? [])) userIds.push(userId);
  }
  await database.withOrganization(organizationId, async (trx) => {
    if (!(await repository.takeWatch(trx, watch)) || !found.thing) return;
    await notify(trx, deps, { organizationId, userIds, notice: noticeOf(watch, found.thing) });
  });
}
