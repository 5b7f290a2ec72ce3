import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';

/** `#rrggbb`, shown beside the organization's initials. */
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** So long whoever took an alert has it without doing anything about it, unless the organization says otherwise. */
export const defaultTakeLapsesMinutes = 10;

const takeLapsesMinutes = z.number().int().min(1).max(1440);

/** The tenant that owns everything else. */
export const organization = z.object({
  id,
  name: z.string(),
  color: z.string(),
  createdAt: utcMs,
  isDefault: z.boolean().describe('the organization that the installation was set up with'),
  /** No warning after 299 s and no pause after 330 s without input. */
  disableInactivity: z.boolean(),
  /** Pictures of cores on the own network are asked for directly. */
  localLiveStream: z.boolean(),
  /** So many minutes whoever took an alert has it without doing anything about it. */
  takeLapsesMinutes,
  /** How members may sign in, and whether with a second factor. */
  signIn: z.object({ allowsPassword: z.boolean(), allowsProviders: z.boolean(), demandsMfa: z.boolean() }),
  revision: z.number().int(),
});

/** Absent fields stay. */
export const organizationUpdate = z.object({
  name: name.optional(),
  color: color.optional(),
  disableInactivity: z.boolean().optional(),
  localLiveStream: z.boolean().optional(),
  takeLapsesMinutes: takeLapsesMinutes.optional(),
  signIn: z.object({ allowsPassword: z.boolean(), allowsProviders: z.boolean(), demandsMfa: z.boolean() }).optional(),
});

/** Name and colour of an organization. */
export const organizationInput = z.object({ name, color });

export type Organization = z.infer<typeof organization>;
export type OrganizationUpdate = z.infer<typeof organizationUpdate>;
export type OrganizationInput = z.infer<typeof organizationInput>;
