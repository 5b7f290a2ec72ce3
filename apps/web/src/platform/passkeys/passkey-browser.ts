import type { PasskeyCeremony } from '@sightline/contracts/passkeys/passkey';

/** What came of asking the device: its answer, or why there is none. */
export type DeviceAnswer =
  | { response: Record<string, unknown> }
  /** The person closed the question, or nobody answered it in time. */
  | { gaveUp: true }
  /** The device keeps a passkey of this account already. */
  | { isKnown: true };

/** Whether this browser and this address can keep passkeys: they need a secure page with a name, and a browser of the last years. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  !/^[\d.]+$|^\[/.test(location.hostname) &&
  typeof window.PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

const answered = async (asking: Promise<Credential | null>): Promise<DeviceAnswer> => {
  try {
    const credential = await asking;
    if (credential === null) return { gaveUp: true };
    return { response: (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown> };
  } catch (failure) {
    const name = failure instanceof DOMException ? failure.name : '';
    if (name === 'InvalidStateError') return { isKnown: true };
    if (name === 'NotAllowedError' || name === 'AbortError') return { gaveUp: true };
    throw failure;
  }
};

/** Lets the device make a passkey. */
export const makePasskey = ({ options }: PasskeyCeremony): Promise<DeviceAnswer> =>
  answered(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

/** Lets the person show a passkey. */
export const showPasskey = ({ options }: PasskeyCeremony): Promise<DeviceAnswer> =>
  answered(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );
