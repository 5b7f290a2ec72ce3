import { z } from 'zod';
import { id } from '../shared/ids.ts';

/**
 * Some of the vehicles that a core knows by their plates; all parts together are the directory. The last two digits of the id of a part
 * say which of them it is (`partOfPlate` on the core). `digest` stands for the rest where contents are compared. Owners stay on the server.
 */
const vehicleList = z.object({
  digest: z.string().max(80),
  /** `key`: the plate as it is compared (`plateKey`). */
  vehicles: z.array(z.object({ vehicleId: id, key: z.string().min(1).max(80) })).max(10_000),
});

/** What cores are told of vehicles. */
export const vehicleKinds = { vehicleList } as const;

export type VehicleList = z.infer<typeof vehicleList>;
