import type { Check } from './check.ts';
import { css } from './checks/css.ts';
import { docs } from './checks/docs.ts';
import { docstrings } from './checks/docstrings.ts';
import { environment } from './checks/environment.ts';
import { imports } from './checks/imports.ts';
import { names } from './checks/names.ts';
import { purity } from './checks/purity.ts';
import { sizes } from './checks/sizes.ts';
import { texts } from './checks/texts.ts';

/** Every rule of the house that a program can check, in the order in which they are reported. */
export const checks: Check[] = [imports, sizes, names, environment, purity, css, docs, docstrings, texts];
