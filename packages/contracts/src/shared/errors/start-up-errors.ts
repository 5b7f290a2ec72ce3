import { entry, type ErrorEntry } from './error-entry.ts';

/** What keeps a program from starting. */
export const startUpErrors = {
  data_folder_unwritable: entry(
    500,
    false,
    'The data folder cannot be written. Choose another with --data or correct its owner.',
  ),
  data_folder_untraversable: entry(
    500,
    false,
    'A folder above the data folder cannot be entered by the database account. Choose another with --data.',
  ),
  data_folder_locked: entry(
    500,
    false,
    'Another copy uses this data folder. Stop it first, or choose another folder with --data.',
  ),
  store_damaged: entry(
    500,
    false,
    "This core's database is damaged and couldn't be rebuilt. Check the core's disk, then start the core again. The recordings are untouched.",
  ),
  store_newer: entry(
    500,
    false,
    'The database of this core was written by a newer version. Use that version or a newer one.',
  ),
  database_start_failed: entry(500, true, 'The database did not start. Run ./sightline doctor.'),
  server_disk_full: entry(
    507,
    true,
    'The disk of the server is full, so this was not saved. Free space there and try again. Cores go on recording, and live views go on.',
  ),
  database_unreachable: entry(500, true, 'The database at DATABASE_URL does not answer. Check address and password.'),
  migration_changed: entry(
    500,
    false,
    'A migration file differs from the one that was applied. Use the matching version of the product.',
  ),
  database_newer: entry(
    500,
    false,
    'This database is newer: a later version of the server has changed it. Start that version or a newer one, or restore the copy from before the update.',
  ),
  master_key_missing: entry(
    500,
    false,
    'master.key is missing from the data folder, and the database holds what only this key opens. Put it back from your backup; no new one is made.',
  ),
  master_key_other: entry(
    500,
    false,
    'master.key does not belong to this database. Put back the one that was copied together with it.',
  ),
  node_version_unsupported: entry(
    500,
    false,
    'Node 24 is needed. Install dependencies with optional packages, or install Node 24.',
  ),
  port_taken: entry(500, false, 'The port is in use. Choose another with --port.'),
  listen_insecure: entry(500, false, 'Beyond this machine the server needs TLS: give --tls CERT,KEY.'),
} as const satisfies Record<string, ErrorEntry>;
