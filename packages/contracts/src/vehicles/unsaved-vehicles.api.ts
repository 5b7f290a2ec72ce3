import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, utcMs } from '../shared/ids.ts';

/** A plate that cameras read and nobody saved. */
export const unsavedVehicle = z.object({
  id,
  plate: z.string(),
  /** How often it was read, misreadings of it included. */
  count: z.number().int(),
  lastSeen: utcMs,
  /** Core that read it last; null for whoever may not see that. */
  edgeId: id.nullable(),
  /** Where it was read last; null for whoever may not see that site. */
  location: z.object({ id, name: z.string(), timeZone: z.string() }).nullable(),
  /** Address of the best picture, signed for 5 minutes; null where there is none, or for whoever may not see it. */
  picture: z.string().nullable(),
});

export const unsavedVehiclesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/unsaved-vehicles',
    permission: 'OrganizationDatabaseVehiclesDirectory',
    summary:
      'Plates that cameras read and nobody saved, those that were read last before the others, by pages of 30. Cameras that hide vehicles or places add none.',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000).default(1),
      size: z.coerce.number().int().min(1).max(100).default(30),
      /** Part of the plate. */
      query: z.string().trim().max(40).optional(),
    }),
    output: z.object({ items: z.array(unsavedVehicle), total: z.number().int() }),
  }),
};

export type UnsavedVehicle = z.infer<typeof unsavedVehicle>;
