import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { AuditAnchors } from './audit-anchors.ts';

/** What the audit needs from the rest of the server. */
export interface AuditDeps {
  database: Database;
  changes: Changes;
  /** Everything that features declare for the audit. */
  auditActions: readonly string[];
  clock: Clock;
  mails: Mails;
  /** Proves where a chain ends. */
  key: Uint8Array;
  anchors: AuditAnchors;
}
