import { z } from 'zod';
import { utcMs } from '../shared/ids.ts';
import { integrationLimits, integrationServices } from './integration-services.ts';

/**
 * `slack`, `team3` and `immix` are told of alerts; `noonlight` sends help; `sightline` is the product's own API, by which other programs post
 * events.
 */
export const integrationService = z.enum(integrationServices);

/** How much of it may be used in a month, UTC; null: as much as is needed. */
export const quota = z.number().int().min(0).max(integrationLimits.quota).nullable();

/** Where Immix takes alarms by mail. */
export const immixPlace = z.object({
  host: z
    .string()
    .trim()
    .max(integrationLimits.host)
    .pipe(z.union([z.hostname(), z.ipv4(), z.ipv6()])),
  port: z.number().int().min(1).max(65_535),
});

/** A service as an organization has it; what it is reached with is never answered. */
export const integration = z.object({
  service: integrationService,
  /** Null: not installed. */
  installedAtUtcMs: utcMs.nullable(),
  installedByName: z.string().nullable(),
  /** Of Immix only. */
  place: immixPlace.nullable(),
  quota,
  /** Uses in this month; null where nothing counts. */
  used: z.number().int().nullable(),
  /** The webhook that carries what it is told: its log, its test and what waits; null where there is none. */
  webhookId: z.string().nullable(),
  /** Since when it took nothing; null while it does. */
  failingSinceUtcMs: utcMs.nullable(),
  /** The server sends it nothing more, because it took nothing for a day or said that it is gone. */
  isOff: z.boolean(),
});

/** Quotas of an organization. `vcc...`: the AI counting service; nothing here uses it yet, and its figures are none. */
export const integrationDetails = z.object({
  noonLightQuota: quota,
  sightlineQuota: quota,
  vccQuota: quota,
  vccSpecialFilterQuota: quota,
});

/** What of a service was used in this month. */
export const apiLimit = z.object({
  service: z.enum(['noonlight', 'sightline', 'vcc', 'vccSpecialFilter']),
  quota,
  used: z.number().int(),
  /** Null: as much as is needed. */
  left: z.number().int().nullable(),
  /** When the next month begins. */
  renewsAtUtcMs: utcMs,
});

export type IntegrationService = z.infer<typeof integrationService>;
export type Integration = z.infer<typeof integration>;
export type IntegrationDetails = z.infer<typeof integrationDetails>;
export type ApiLimit = z.infer<typeof apiLimit>;
