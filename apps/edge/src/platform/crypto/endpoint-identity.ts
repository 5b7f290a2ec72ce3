import { randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** What a core shows, and asks for, at its door for the local network. */
export interface EndpointIdentity {
  certificatePem: string;
  keyPem: string;
  /** SHA-256 of the certificate, `AB:CD:...`. */
  fingerprint: string;
  /** ICE password: letters and digits. */
  password: string;
}

const keptIdentity = z.object({ certificatePem: z.string(), keyPem: z.string(), password: z.string() });
const lifeMs = 30 * 365 * 86_400_000;

async function makeCertificate(nowUtcMs: number): Promise<{ certificatePem: string; keyPem: string }> {
  // Needed once in the life of a core.
  const { PemConverter, X509CertificateGenerator } = await import('@peculiar/x509');
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Sightline core',
    notBefore: new Date(nowUtcMs - 86_400_000),
    notAfter: new Date(nowUtcMs + lifeMs),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    keys,
  });
  return {
    certificatePem: certificate.toString('pem'),
    keyPem: PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
  };
}

/** Reads the identity from its file (mode 0600), making it when absent. The private half never leaves the disk it was made on. */
export async function loadEndpointIdentity(path: string, nowUtcMs: number): Promise<EndpointIdentity> {
  if (!existsSync(path)) {
    const made = { ...(await makeCertificate(nowUtcMs)), password: randomBytes(16).toString('hex') };
    writeFileSync(`${path}.partial`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${path}.partial`, path);
  }
  const kept = keptIdentity.parse(JSON.parse(readFileSync(path, 'utf8')));
  return { ...kept, fingerprint: new X509Certificate(kept.certificatePem).fingerprint256 };
}
