import alertWords from './he/alert-words.json' with { type: 'json' };
import common from './he/common.json' with { type: 'json' };
import errors from './he/errors.json' with { type: 'json' };
import pages from './he/pages.json' with { type: 'json' };
import permissions from './he/permissions.json' with { type: 'json' };
import sessionLife from './he/session-life.json' with { type: 'json' };
import shell from './he/shell.json' with { type: 'json' };
import streetMap from './he/street-map.json' with { type: 'json' };

/** The texts of this language that all features share; each feature declares its own. */
export const texts = { alertWords, common, errors, pages, permissions, sessionLife, shell, streetMap };
