import { join } from 'node:path';

/** Where exports wait until the server has them. */
export const exportFolderOf = (dataFolder: string): string => join(dataFolder, 'exports');
