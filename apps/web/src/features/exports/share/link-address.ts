/** Address that a link opens. Its secret stands behind the sign, so that neither servers nor proxies write it down. */
export const addressOfLink = (token: string): string => `${window.location.origin}/export-video#${token}`;
