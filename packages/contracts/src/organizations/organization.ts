import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';

/** `#rrggbb`, shown beside the organization's initials. */
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** The tenant that owns everything else. */
export const organization = z.object({ id, name: z.string(), color: z.string(), createdAt: utcMs });

/** Name and colour of an organization. */
export const organizationInput = z.object({ name, color });

export type Organization = z.infer<typeof organization>;
export type OrganizationInput = z.infer<typeof organizationInput>;
