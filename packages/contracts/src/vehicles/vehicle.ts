import { z } from 'zod';
import { id, plainText, utcMs } from '../shared/ids.ts';
import { vehicleColorNames } from './vehicle-colors.ts';
import { vehicleMakes } from './vehicle-makes.ts';

/** A licence plate as people write it, at most 20 characters; kept in lower case. One is another's when only blanks, dashes, case or look-alike letters of other scripts differ. */
export const plate = plainText
  .trim()
  .min(1)
  .max(20)
  .regex(/^[^\p{C}]*[\p{L}\p{Nd}][^\p{C}]*$/u, 'a letter or digit, and nothing that cannot be seen')
  .toLowerCase();

/** Whose it is, as people write it. */
const owner = plainText
  .trim()
  .max(120)
  .regex(/^[^\p{Cc}]*$/u, 'no control characters')
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null);

const described = {
  plate,
  owner,
  make: z.enum(vehicleMakes).nullable().default(null),
  color: z.enum(vehicleColorNames).nullable().default(null),
};

/** A further vehicle; `lastSeen` and `edgeId` come with one that cameras have seen. */
export const vehicleInput = z.object({
  ...described,
  lastSeen: utcMs.nullable().default(null),
  edgeId: id.nullable().default(null),
});

/** A vehicle as it is from now on, perhaps with another plate. */
export const vehicleChangeInput = z.object({ ...described, revision: z.number().int() });

/** A vehicle that the organization knows. */
export const vehicle = z.object({
  id,
  plate: z.string(),
  owner: z.string().nullable(),
  make: z.enum(vehicleMakes).nullable(),
  color: z.enum(vehicleColorNames).nullable(),
  /** When cameras last saw it; null: never. */
  lastSeen: utcMs.nullable(),
  /** Core that saw it; null for whoever may not see it. */
  edgeId: id.nullable(),
  /** Site of that core with its zone; null for whoever may not see it. */
  location: z.object({ id, name: z.string(), timeZone: z.string() }).nullable(),
  revision: z.number().int(),
});

/** How vehicles are ordered: by plate, or those that were seen last before the others. */
export const vehicleSort = z.enum(['plate', 'lastSeen']);

/** Which vehicles are meant. */
export const vehicleFilter = z.object({
  /** Part of the plate, or the beginnings of words of owner and make. */
  query: z.string().trim().max(120).optional(),
  make: z.enum(vehicleMakes).optional(),
  color: z.enum(vehicleColorNames).optional(),
  locationId: id.optional(),
  groupId: id.optional(),
});

export type Vehicle = z.infer<typeof vehicle>;
export type VehicleInput = z.infer<typeof vehicleInput>;
export type VehicleChangeInput = z.infer<typeof vehicleChangeInput>;
export type VehicleFilter = z.infer<typeof vehicleFilter>;
export type VehicleSort = z.infer<typeof vehicleSort>;
