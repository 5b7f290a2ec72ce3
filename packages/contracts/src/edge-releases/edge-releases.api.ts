import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { packageBytes, packagePartBytes } from './core-package.ts';
import { edgeRelease, coreUpdate, edgeSoftware } from './edge-release.ts';

/** Media type of a package. */
export const packageMediaType = 'application/gzip';

const refusals = [
  'core_package_broken',
  'core_package_unsafe',
  'core_package_unsigned',
  'core_package_hash',
  'core_package_protocol',
  'core_release_exists',
  'core_releases_full',
  'server_disk_full',
  'rate_limited',
] as const;

/** Releases of the core's software, and which of them runs where. */
export const edgeReleasesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/edge-releases',
    permission: 'CoreView',
    summary: 'Lists packages of the software of cores, newest first.',
    query: pageQuery,
    output: listOf(edgeRelease),
  }),
  upload: defineCall({
    method: 'POST',
    path: '/api/v1/edge-releases',
    permission: 'OrganizationEdit',
    summary:
      'Takes a signed package, all or nothing; the body is the file itself. Its signature and every file in it are checked.',
    accepts: { mediaTypes: [packageMediaType], bytes: packageBytes, isStreamed: true },
    output: edgeRelease,
    status: 201,
    errors: refusals,
  }),
  uploadPart: defineCall({
    method: 'PUT',
    path: '/api/v1/edge-releases/uploads/{file}',
    permission: 'OrganizationEdit',
    summary:
      'Takes a package in parts of at most 1 MB, for proxies that let no more pass; the one that makes it whole is answered as a whole package is. Without `from` it asks how much is there. Parts stay for a day, so that who was interrupted goes on behind them.',
    /** The same for all parts of a file, chosen by the sender: two numbers, such as length and time of change. */
    params: z.object({ file: z.string().regex(/^\d{1,10}-\d{1,15}$/) }),
    query: z.object({
      /** Where the part begins. One that begins elsewhere than behind what is there is not taken; the answer says where to go on. */
      from: z.coerce.number().int().min(0).max(packageBytes).optional(),
      totalBytes: z.coerce.number().int().min(1).max(packageBytes),
    }),
    accepts: { mediaTypes: [packageMediaType], bytes: packagePartBytes, isStreamed: true },
    /** `release`: once all of it is there and was taken. */
    output: z.object({ received: z.number().int(), release: edgeRelease.nullable() }),
    errors: refusals,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/edge-releases/{id}',
    permission: 'OrganizationEdit',
    summary: 'Deletes a package. Cores that run it go on; while one fetches it, it stays.',
    params: idParams,
    output: z.object({}),
    errors: ['core_update_running', 'core_roll_out_running'],
  }),
  software: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/software',
    permission: 'CoreView',
    summary: 'What runs on a core, what it can go back to, and its last update.',
    params: idParams,
    output: edgeSoftware,
  }),
  update: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/software/updates',
    permission: 'CoreEdit',
    summary:
      'Asks a core to fetch a package and to switch to it; one that is offline is told when it is connected again. The core checks it by its own keys, and goes back by itself when it does not prove itself.',
    params: idParams,
    body: z.object({ releaseId: id }),
    output: coreUpdate,
    status: 202,
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'core_update_by_hand',
      'core_update_running',
      'core_in_roll_out',
      'core_package_platform',
      'core_update_data_format',
      'core_update_older',
      'core_package_unsigned',
    ],
  }),
  rollBack: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/software/roll-back',
    permission: 'CoreEdit',
    summary: 'Asks a core to go back to the version that it ran before.',
    params: idParams,
    output: coreUpdate,
    status: 202,
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'core_update_by_hand',
      'core_update_running',
      'core_in_roll_out',
      'core_update_no_previous',
      'core_update_data_format',
    ],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/software/cancel',
    permission: 'CoreEdit',
    summary: 'Cancels the update of a core, until it switches.',
    params: idParams,
    output: z.object({}),
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'core_update_by_hand',
      'core_update_running',
    ],
  }),
};
