import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { vehicleFileBytes, vehicleFileType, vehicleImport } from './vehicle-import.ts';

const permission = 'OrganizationDatabaseVehiclesDirectory';

export const vehicleImportsCalls = {
  presign: defineCall({
    method: 'POST',
    path: '/api/v1/vehicle-imports/presign',
    permission,
    summary:
      'Answers where a file of vehicles is to be sent: an address that is good for 5 minutes, for this file alone.',
    body: z.object({
      /** A time, then the name of the file: `1700000000000-vans.csv`. */
      asset: z.string().regex(/^\d{10,17}(?=.*\D)[^\p{C}/\\]{1,200}$/u, 'a time and the name of the file'),
      orgId: id,
    }),
    output: z.object({ url: z.string(), filePath: z.string() }),
    errors: ['not_found'],
  }),
  upload: defineCall({
    method: 'PUT',
    path: '/api/v1/vehicle-imports/files/{id}',
    permission: 'public',
    summary: 'Takes a file of vehicles, at most 50 MB, at the address that `presign` answered; nothing else opens it.',
    params: idParams,
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    accepts: { mediaTypes: [vehicleFileType], bytes: vehicleFileBytes },
    output: z.object({}),
    errors: ['not_found', 'server_disk_full'],
  }),
  evaluate: defineCall({
    method: 'POST',
    path: '/api/v1/vehicle-imports/evaluate',
    permission,
    summary:
      'Begins to add the vehicles of a file that was sent: columns plate, owner, make and color, headed in English or Hebrew; makes in English, colours in either. Plates that are known are skipped; wrong lines are reported.',
    body: z.object({ filePath: z.string().max(300), orgId: id }),
    output: vehicleImport,
    status: 202,
    errors: ['not_found'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/vehicle-imports/{id}',
    permission,
    summary: 'How far the work on a file is, with what was not taken.',
    params: idParams,
    output: vehicleImport,
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/v1/vehicle-imports/{id}/cancel',
    permission,
    summary: 'Ends the work on a file; vehicles that were added stay.',
    params: idParams,
    output: vehicleImport,
  }),
};
