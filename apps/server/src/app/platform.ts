import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createAccessTokens, type AccessTokens } from '../platform/auth/access-tokens.ts';
import { createAttemptLocks, type AttemptLocks } from '../platform/auth/attempt-locks.ts';
import { createSignInLocks, type SignInLocks } from '../platform/auth/sign-in-locks.ts';
import { createKnownDevices, type KnownDevices } from '../platform/auth/known-devices.ts';
import { createLocalGrantKeys, type LocalGrantKeys } from '../platform/auth/local-grant-keys.ts';
import { createPasswordAccounts, type PasswordAccounts } from '../platform/auth/password-accounts.ts';
import { readOrMakeServerKey } from '../platform/auth/server-keys.ts';
import { readOrMakeVapidKeys, type VapidKeys } from '../platform/auth/vapid-keys.ts';
import { openDiskBlobs, type Blobs } from '../platform/blobs/blobs.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { createInProcessBus } from '../platform/bus/in-process-bus.ts';
import { PostgresBus } from '../platform/bus/postgres-bus.ts';
import { systemClock, type Clock } from '../platform/clock/clock.ts';
import { auditNamesOf } from '../platform/database/audit-vocabulary.ts';
import { createChanges, type Changes } from '../platform/database/changes.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { ThreadVectorSearch, type VectorSearch } from '../platform/database/vector-search.ts';
import { createEgress, type Egress } from '../platform/egress/egress.ts';
import type { OpenJobs } from '../platform/jobs/jobs.ts';
import { openJobs } from '../platform/jobs/open-jobs.ts';
import type { Log } from '../platform/log/log.ts';
import { openMails, type OpenMails } from '../platform/mail/open-mails.ts';
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts';
import { openInstallationBox } from '../platform/secrets/installation-box.ts';
import type { SealedBox } from '../platform/secrets/sealed-box.ts';
import { createUrlSigner, type UrlSigner } from '../platform/signed-urls/signed-urls.ts';
import type { ServerConfig } from '../platform/config/server-config.ts';
import { features } from './features.ts';

export interface PlatformOptions {
  connectionString: string;
  log: Log;
  clock?: Clock;
}

/** What features rest on. */
export interface Platform {
  database: Database;
  changes: Changes;
  vectors: VectorSearch;
  bus: Bus;
  blobs: Blobs;
  box: SealedBox;
  signer: UrlSigner;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  jobs: OpenJobs;
  mails: OpenMails;
  accounts: PasswordAccounts;
  tokens: AccessTokens;
  locks: AttemptLocks;
  signInLocks: SignInLocks;
  /** Browsers in which accounts were opened before. */
  devices: KnownDevices;
  /** Keys with which grants are signed that hold without this server. */
  grantKeys: LocalGrantKeys;
  /** Keys with which messages to browsers are signed. */
  vapid: VapidKeys;
  egress: Egress;
  close(): Promise<void>;
}

async function openBus(
  config: ServerConfig,
  connectionString: string,
  onError: (error: unknown) => void,
): Promise<Bus> {
  if (config.bus === 'in-process') return createInProcessBus(onError);
  const bus = new PostgresBus({ connectionString, onError });
  await bus.start();
  return bus;
}

/** What is signed with keys of this server; they lie sealed in the database, so that all server processes share them. */
async function openKeys(
  place: Pick<Platform, 'database' | 'box' | 'clock'>,
): Promise<Pick<Platform, 'tokens' | 'signer' | 'devices' | 'grantKeys' | 'vapid'>> {
  const keyOf = async (name: string): Promise<Buffer> =>
    Buffer.from(await readOrMakeServerKey(place, name, makeKey), 'base64url');
  return {
    tokens: await createAccessTokens(place),
    signer: createUrlSigner(await keyOf('signed-urls')),
    devices: createKnownDevices(await keyOf('known-devices')),
    grantKeys: createLocalGrantKeys(place),
    vapid: await readOrMakeVapidKeys(place),
  };
}

const makeKey = async (): Promise<string> => randomBytes(32).toString('base64url');

export async function openPlatform(config: ServerConfig, options: PlatformOptions): Promise<Platform> {
  const { connectionString, log, clock = systemClock } = options;
  const onError = (error: unknown): void => log.warn({ err: error }, 'a background connection failed');
  const database = openDatabase(connectionString, onError);
  const box = await openInstallationBox({ database, dataDir: config.dataDir });
  const vectors = new ThreadVectorSearch(connectionString);
  const bus = await openBus(config, connectionString, onError);
  const keys = await openKeys({ database, box, clock });
  const changes = createChanges(database, bus, auditNamesOf(features));
  const accounts = createPasswordAccounts({ database, clock });
  const locks = createAttemptLocks({ database, clock });
  const signInLocks = createSignInLocks({ locks, devices: keys.devices });
  const jobs = await openJobs({ connectionString, clock, log });
  const mails = await openMails({ database, jobs, box, clock, log, dataDir: config.dataDir, ...config.mail });
  return {
    ...keys,
    database,
    changes,
    accounts,
    locks,
    signInLocks,
    vectors,
    bus,
    clock,
    blobs: await openDiskBlobs(join(config.dataDir, 'blobs')),
    box,
    log,
    metrics: createMetrics(),
    jobs,
    mails,
    egress: createEgress(config.egress),
    close: async () => {
      await mails.stop();
      await jobs.stop();
      await bus.stop();
      await vectors.stop();
      await database.close();
    },
  };
}
