const key = 'sightline-device';

/** Names this browser towards the server: made once, kept until its storage is emptied. Null where nothing can be kept. */
export const deviceUid = (): string | null => {
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(key, made);
    return made;
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return null;
  }
};
