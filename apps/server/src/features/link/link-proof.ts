import { createPublicKey, verify } from 'node:crypto';
import { linkProofText, linkProtocol } from '@sightline/contracts/link/link';

/** The server accepts cores that are up to two protocol versions behind. */
const versionsBack = 2;

/** True when the signature (base64url) over the text was made with the private half of a raw Ed25519 key (base64url). */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64url'));
  } catch {
    // A key or signature that cannot even be read proves nothing.
    return false;
  }
}

export const provesIdentity = (
  publicKey: string,
  proof: { edgeId: string; nonce: string; signature: string },
): boolean => isSignedBy(publicKey, linkProofText(proof.edgeId, proof.nonce), proof.signature);

/** The newest protocol version that both sides speak, or null. */
export function commonProtocol(
  edge: { protocolMin: number; protocolMax: number },
  server: { min: number; max: number } = linkProtocol,
): number | null {
  const oldest = Math.max(server.min, server.max - versionsBack);
  const version = Math.min(edge.protocolMax, server.max);
  return version >= oldest && version >= edge.protocolMin ? version : null;
}
