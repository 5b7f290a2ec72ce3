import { entry, type ErrorEntry } from './error-entry.ts';

/** What keeps a program from starting. */
export const startUpErrors = {
  data_folder_unwritable: entry(
    500,
    false,
    "The data folder isn't writable. Choose another with --data or correct its owner.",
  ),
  data_folder_untraversable: entry(
    500,
    false,
    "The database account can't enter a folder above the data folder. Choose another with --data.",
  ),
  data_folder_locked: entry(
    500,
    false,
    'Another copy already uses this data folder. Stop it first, or choose another folder with --data.',
  ),
  store_damaged: entry(
    500,
    false,
    "This core's database is damaged and couldn't be rebuilt. Check the core's disk, then start the core again. The recordings are untouched.",
  ),
  store_newer: entry(500, false, "A newer version wrote this core's database. Use that version or a newer one."),
  database_start_failed: entry(500, true, "The database didn't start. Run ./sightline doctor."),
  server_disk_full: entry(
    507,
    true,
    "The server's disk is full, so this wasn't saved. Free space there and try again. Recording and live view continue.",
  ),
  job_failed: entry(
    500,
    false,
    "Work in the background failed for good. The server's log shows the reason. Correct it, then repeat the change that the work belongs to.",
  ),
  database_unreachable: entry(500, true, 'No answer from the database at DATABASE_URL. Check address and password.'),
  migration_changed: entry(
    500,
    false,
    'A migration file differs from the one that was applied. Use the matching version of Sightline.',
  ),
  database_newer: entry(
    500,
    false,
    'A later version of the server has changed this database. Start that version or a newer one, or restore the backup from before the update.',
  ),
  master_key_missing: entry(
    500,
    false,
    'master.key is missing from the data folder, and the database holds data that only this key opens. Put it back from your backup. No new key is created.',
  ),
  master_key_other: entry(
    500,
    false,
    "master.key doesn't belong to this database. Put back the one that was copied together with it.",
  ),
  node_version_unsupported: entry(
    500,
    false,
    'Node 24 is required. Install dependencies with optional packages, or install Node 24.',
  ),
  port_taken: entry(500, false, 'The port is already in use. Choose another with --port.'),
  listen_insecure: entry(500, false, 'To be reachable from other machines, the server needs TLS. Add --tls CERT,KEY.'),
} as const satisfies Record<string, ErrorEntry>;
