import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseKey } from '@sightline/contracts/edge-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';
import { z } from 'zod';
import { readLegalTexts } from '../features/app-info/legal-texts.ts';
import { isPagePattern } from '../features/camera-pages/page-addresses.ts';
import type { ServerConfig } from '../platform/config/server-config.ts';

const environment = z.object({
  DATABASE_URL: z.string().optional(),
  SIGHTLINE_BUS: z.enum(['in-process', 'postgres']).default('in-process'),
  SIGHTLINE_TRUSTED_PROXIES: z.string().default(''),
  SIGHTLINE_PUBLIC_URL: z.url().optional(),
  SIGHTLINE_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SIGHTLINE_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SIGHTLINE_MAIL_FROM: z.string().min(3).default('Sightline <sightline@localhost>'),
  SIGHTLINE_ALARM_TIMEOUT_MINUTES: z.coerce.number().int().min(1).max(10_080).default(30),
  SIGHTLINE_NOONLIGHT_URL: z.url({ protocol: /^https?$/ }).default('https://api.noonlight.com'),
  SIGHTLINE_SIGN_UP: z.enum(['open', 'closed']).default('open'),
  SIGHTLINE_ENVIRONMENT: z.enum(['production', 'development']).default('production'),
  SIGHTLINE_SUPPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIGHTLINE_SUPPORT_EMAIL: z.email().optional(),
  SIGHTLINE_PARTNER_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIGHTLINE_PRICING_ORGANIZATION: z.uuid().optional(),
  SIGHTLINE_TRACKING: z.enum(['on', 'off']).default('off'),
  SIGHTLINE_RELEASE_KEYS: z
    .string()
    .default('')
    .transform((text) => listOf(text))
    .pipe(z.array(releaseKey).max(20)),
  SIGHTLINE_LEGAL_TEXTS: z.string().min(1).optional(),
  SIGHTLINE_RECORDER_URL: z.url({ protocol: /^https$/ }).optional(),
  SIGHTLINE_EGRESS_ALLOW: z.string().default(''),
  SIGHTLINE_EGRESS_DENY: z.string().default(''),
  SIGHTLINE_DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => listOf(text)),
  SIGHTLINE_CAMERA_PAGE_URL: z.string().refine(isPagePattern, 'the form https://*.pages.example.org').optional(),
  SIGHTLINE_ICE_SERVERS: z
    .string()
    .default('[]')
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(z.array(z.object({ urls: z.string(), username: z.string().optional(), credential: z.string().optional() }))),
  SIGHTLINE_TURN_URLS: z.string().default(''),
  SIGHTLINE_TURN_SECRET: z.string().min(16).optional(),
});

const options = {
  data: { type: 'string', default: '.data/server' },
  port: { type: 'string', default: '8080' },
  listen: { type: 'string', default: '127.0.0.1' },
  web: { type: 'string' },
  'local-edge-claim-file': { type: 'string' },
  tls: { type: 'string' },
  map: { type: 'string' },
  'camera-page-port': { type: 'string' },
  'camera-page-tls': { type: 'string' },
} as const;

/** True for addresses that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function readTls(value: string | undefined, option = '--tls'): ServerConfig['tls'] {
  if (value === undefined) return null;
  const [cert, key] = value.split(',');
  if (!cert || !key) throw new Error(`${option} needs two files: ${option} CERT,KEY`);
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

const appInfoOf = (settings: z.output<typeof environment>, listen: string): ServerConfig['appInfo'] => ({
  // Members of an installation for development look behind it: never where others than the developer reach it.
  environment:
    isLoopback(listen) && settings.SIGHTLINE_PUBLIC_URL === undefined ? settings.SIGHTLINE_ENVIRONMENT : 'production',
  supportUrl: settings.SIGHTLINE_SUPPORT_URL ?? null,
  supportEmail: settings.SIGHTLINE_SUPPORT_EMAIL ?? null,
  partnerPortalUrl: settings.SIGHTLINE_PARTNER_URL ?? null,
  pricingOrganizationId: settings.SIGHTLINE_PRICING_ORGANIZATION ?? null,
  isTracking: settings.SIGHTLINE_TRACKING === 'on',
  recorderUrl: settings.SIGHTLINE_RECORDER_URL ?? null,
});

/** Addresses and secret of TURN servers. Throws when one comes without the other, or an address is none of a TURN server. */
function readTurn({
  SIGHTLINE_TURN_URLS,
  SIGHTLINE_TURN_SECRET: secret,
}: z.output<typeof environment>): ServerConfig['turn'] {
  const urls = listOf(SIGHTLINE_TURN_URLS);
  if (urls.length === 0 && secret === undefined) return null;
  if (urls.length === 0 || secret === undefined)
    throw new Error('SIGHTLINE_TURN_URLS and SIGHTLINE_TURN_SECRET need each other');
  const odd = urls.find((url) => !/^turns?:[^\s:]/i.test(url));
  if (odd !== undefined) throw new Error(`SIGHTLINE_TURN_URLS takes turn: and turns: addresses, not ${odd}`);
  return { urls, secret };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

interface PageSettings {
  port: string | undefined;
  pattern: string | undefined;
  tls: ServerConfig['tls'];
  /** Nobody but this machine reaches the server. */
  isLocal: boolean;
  publicUrl: string | undefined;
}

const hostsTouch = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

/**
 * Pages of cameras need hosts of their own. This machine alone has them already, below `localhost`; beyond it, whoever runs
 * the installation names them. They must not lie below the host of the app, nor above: cookies would reach across.
 */
function readCameraPages({ port, pattern, tls, isLocal, publicUrl }: PageSettings): ServerConfig['cameraPages'] {
  if (port === undefined && (pattern !== undefined || !isLocal)) {
    if (pattern !== undefined)
      throw new Error('SIGHTLINE_CAMERA_PAGE_URL needs a port to listen on: --camera-page-port N');
    return null;
  }
  if (pattern === undefined && !isLocal)
    throw new Error('--camera-page-port needs SIGHTLINE_CAMERA_PAGE_URL, for instance https://*.pages.example.org');
  const named = pattern === undefined ? null : new URL(pattern.replace('*', 'x')).hostname.slice(2);
  if (named !== null && publicUrl !== undefined && hostsTouch(named, new URL(publicUrl).hostname))
    throw new Error(
      'SIGHTLINE_CAMERA_PAGE_URL must not share its host with SIGHTLINE_PUBLIC_URL, nor lie below or above it',
    );
  const isWeb = pattern?.startsWith('http:') === true && !(named ?? '').endsWith('localhost');
  if (isWeb) throw new Error('SIGHTLINE_CAMERA_PAGE_URL must begin with https://');
  return {
    port: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .parse(port ?? '0'),
    tls,
    pattern: pattern ?? null,
  };
}

/** Reads arguments and environment, the only place of this program that does. Throws `listen_insecure` beyond loopback without TLS. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ServerConfig {
  const { values } = parseArgs({ args: [...args], options });
  const settings = environment.parse(env);
  const tls = readTls(values.tls);
  if (!isLoopback(values.listen) && tls === null) throw new AppError('listen_insecure', { host: values.listen });
  return {
    dataDir: resolve(values.data),
    port: z.coerce.number().int().min(0).max(65_535).parse(values.port),
    host: values.listen,
    webDir: values.web === undefined ? null : resolve(values.web),
    localClaimFile: values['local-edge-claim-file'] === undefined ? null : resolve(values['local-edge-claim-file']),
    streetMapFile: values.map === undefined ? null : resolve(values.map),
    tls,
    databaseUrl: settings.DATABASE_URL ?? null,
    bus: settings.SIGHTLINE_BUS,
    trustedProxies: listOf(settings.SIGHTLINE_TRUSTED_PROXIES),
    egress: { allow: listOf(settings.SIGHTLINE_EGRESS_ALLOW), deny: listOf(settings.SIGHTLINE_EGRESS_DENY) },
    dnsServers: settings.SIGHTLINE_DNS_SERVERS,
    publicUrl: settings.SIGHTLINE_PUBLIC_URL ?? null,
    logLevel: settings.SIGHTLINE_LOG_LEVEL,
    mail: { smtpUrl: settings.SIGHTLINE_SMTP_URL ?? null, from: settings.SIGHTLINE_MAIL_FROM },
    alarmTimeoutMinutes: settings.SIGHTLINE_ALARM_TIMEOUT_MINUTES,
    noonLightUrl: settings.SIGHTLINE_NOONLIGHT_URL,
    isSignUpOpen: settings.SIGHTLINE_SIGN_UP === 'open',
    appInfo: appInfoOf(settings, values.listen),
    legalTexts: readLegalTexts(settings.SIGHTLINE_LEGAL_TEXTS),
    releaseKeys: settings.SIGHTLINE_RELEASE_KEYS,
    iceServers: settings.SIGHTLINE_ICE_SERVERS,
    cameraPages: readCameraPages({
      port: values['camera-page-port'],
      pattern: settings.SIGHTLINE_CAMERA_PAGE_URL,
      tls: readTls(values['camera-page-tls'], '--camera-page-tls') ?? tls,
      isLocal: isLoopback(values.listen) && settings.SIGHTLINE_PUBLIC_URL === undefined,
      publicUrl: settings.SIGHTLINE_PUBLIC_URL,
    }),
    turn: readTurn(settings),
  };
}
