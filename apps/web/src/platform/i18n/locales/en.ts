import alertWords from './en/alert-words.json' with { type: 'json' };
import common from './en/common.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import permissions from './en/permissions.json' with { type: 'json' };
import sessionLife from './en/session-life.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import streetMap from './en/street-map.json' with { type: 'json' };

/** The texts of this language that all features share; each feature declares its own. */
export const texts = { alertWords, common, errors, pages, permissions, sessionLife, shell, streetMap };
