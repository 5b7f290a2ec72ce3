import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PageAddresses } from './page-addresses.ts';

/** What pages of cameras need from the rest of the server. */
export interface CameraPagesDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  bus: Bus;
  clock: Clock;
  log: Log;
  memberOf: MemberOf;
  /** Null: this installation gives pages of cameras no address. */
  addresses: () => PageAddresses | null;
}
