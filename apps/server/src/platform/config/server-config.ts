import type { LegalTexts } from '@sightline/contracts/app-info/app-info';

/** What whoever runs this server has decided about it. */
export interface ServerConfig {
  dataDir: string;
  port: number;
  host: string;
  /** Built web app; null serves the API alone. */
  webDir: string | null;
  /** Where the core on the same machine waits for its claim code. */
  localClaimFile: string | null;
  tls: { cert: string; key: string } | null;
  /** A PostgreSQL of one's own; null starts the embedded one. */
  databaseUrl: string | null;
  /** Several server processes on one database need the `postgres` bus. */
  bus: 'in-process' | 'postgres';
  trustedProxies: string[];
  /** Address under which cores and people reach this server, when it is not the one it listens on. */
  publicUrl: string | null;
  logLevel: string;
  /** Without a mail server, mails lie as files in the outbox of the data folder. */
  mail: { smtpUrl: string | null; from: string };
  /** So long after its last alert a managed alarm that nobody closed times out. */
  alarmTimeoutMinutes: number;
  /** Where the monitoring service NoonLight is reached; its sandbox sends nobody. */
  noonLightUrl: string;
  /** Whether anybody may make an account; closed, accounts are made by invitation. */
  isSignUpOpen: boolean;
  /** What the screens are told about this installation. */
  appInfo: {
    environment: 'production' | 'development';
    supportUrl: string | null;
    supportEmail: string | null;
    partnerPortalUrl: string | null;
    pricingOrganizationId: string | null;
    isTracking: boolean;
    recorderUrl: string | null;
  };
  /** Terms and privacy of whoever runs the installation. */
  legalTexts: LegalTexts;
  /** File of the street map; null: the last by name in `maps` of the data folder, if there is one. */
  streetMapFile: string | null;
  /** Public keys whose packages of the core's software this server takes, and that cores are given when they are claimed. */
  releaseKeys: string[];
  /** Addresses, networks and host names that the server may, or may not, call when people type them. Private ones only when listed. */
  egress: { allow: string[]; deny: string[] };
  /** Name servers that are asked whether a domain is somebody's, `host` or `host:port`; none: those of the machine. */
  dnsServers: string[];
  /** Where the own pages of cameras are opened; null: nowhere. `pattern` null: below `localhost`, for this machine alone. */
  cameraPages: { port: number; tls: ServerConfig['tls']; pattern: string | null } | null;
  /** STUN and TURN servers for browsers; on one network none is needed. */
  iceServers: { urls: string; username?: string | undefined; credential?: string | undefined }[];
  /** TURN servers that share a secret with this server, which then hands out passwords that end; null without. */
  turn: { urls: string[]; secret: string } | null;
}
