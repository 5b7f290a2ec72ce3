import type { AccessTokens } from '../auth/access-tokens.ts';
import type { AttemptLocks } from '../auth/attempt-locks.ts';
import type { SignInLocks } from '../auth/sign-in-locks.ts';
import type { MemberOf } from '../auth/held-open.ts';
import type { KnownDevices } from '../auth/known-devices.ts';
import type { LocalGrantKeys } from '../auth/local-grant-keys.ts';
import type { PasswordAccounts } from '../auth/password-accounts.ts';
import type { VapidKeys } from '../auth/vapid-keys.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { Changes } from '../database/changes.ts';
import type { Database } from '../database/database.ts';
import type { VectorSearch } from '../database/vector-search.ts';
import type { Egress } from '../egress/egress.ts';
import type { Authenticate } from '../http/mount.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { EdgeCommands } from '../link/edge-commands.ts';
import type { EdgeNetworks } from '../link/edge-networks.ts';
import type { Log } from '../log/log.ts';
import type { OpenMails } from '../mail/open-mails.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import type { UrlSigner } from '../signed-urls/signed-urls.ts';
import type { SyncedEntities } from '../sync/synced-entity.ts';
import type { Hooks } from './hooks.ts';

/** What features may use before the links of cores are open; `edges` answers once they are. */
export type LinkContext = Pick<
  ServerContext,
  'database' | 'changes' | 'bus' | 'blobs' | 'box' | 'jobs' | 'signer' | 'clock' | 'log' | 'edges' | 'hooks'
>;

/** From what features make the services that they give: nothing is served and no core is linked yet. */
export type GivingContext = Omit<
  ServerContext,
  | 'serverUrl'
  | 'version'
  | 'isSecure'
  | 'auditActions'
  | 'edges'
  | 'entities'
  | 'networks'
  | 'hooks'
  | 'authenticate'
  | 'memberOf'
>;

/** What every feature may use of the running server. */
export interface ServerContext {
  config: ServerConfig;
  /** Version of this server. */
  version: string;
  /** Where people and cores reach this server; known once it listens. */
  serverUrl: () => string;
  /** Whether it is reached by TLS, here or at a proxy. */
  isSecure: boolean;
  database: Database;
  changes: Changes;
  /** Everything that features declare for the audit. */
  auditActions: readonly string[];
  vectors: VectorSearch;
  bus: Bus;
  blobs: Blobs;
  box: SealedBox;
  signer: UrlSigner;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  jobs: Jobs;
  mails: OpenMails;
  egress: Egress;
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
  /** What cores are asked over their links. */
  edges: EdgeCommands;
  /** Everything that cores are told of. */
  entities: SyncedEntities;
  /** Under which addresses cores reach this server. */
  networks: EdgeNetworks;
  /** What features do at moments of each other. */
  hooks: Hooks;
  authenticate: Authenticate;
  /** Rights of a session now; null when it ended. */
  memberOf: MemberOf;
}
