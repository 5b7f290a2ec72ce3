/** Starts what listens on a port, on a free one where that is taken. */
export async function onPortOrFree<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port);
  } catch (error) {
    if (port === 0 || !['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return start(0);
  }
}
