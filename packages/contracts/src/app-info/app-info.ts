import { z } from 'zod';
import { id } from '../shared/ids.ts';

/** General options that the screens need before and after signing in. Holds nothing secret. */
export const appInfo = z.object({
  productName: z.string(),
  version: z.string(),
  environment: z.enum(['production', 'development']),
  supportUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  partnerPortalUrl: z.string().nullable(),
  /** Organization whose sales people see Pricing; null when no price list is kept here. */
  pricingOrganizationId: id.nullable(),
  /** False: mails lie in the outbox of the server, to be read with `./sightline mail`. */
  isMailSent: z.boolean(),
  isSignUpOpen: z.boolean(),
  /** VAPID public key for push subscriptions, base64url. */
  pushPublicKey: z.string(),
  isTracking: z.boolean(),
  recorderUrl: z.string().nullable(),
});

export type AppInfo = z.infer<typeof appInfo>;
