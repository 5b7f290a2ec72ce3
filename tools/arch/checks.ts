import type { Check } from './check.ts';
import { calls } from './checks/calls.ts';
import { clock } from './checks/clock.ts';
import { css } from './checks/css.ts';
import { docs } from './checks/docs.ts';
import { docstrings } from './checks/docstrings.ts';
import { environment } from './checks/environment.ts';
import { errors } from './checks/errors.ts';
import { footprint } from './checks/footprint.ts';
import { format } from './checks/format.ts';
import { imports } from './checks/imports.ts';
import { licences } from './checks/licences.ts';
import { literals } from './checks/literals.ts';
import { names } from './checks/names.ts';
import { pairs } from './checks/pairs.ts';
import { purity } from './checks/purity.ts';
import { sizes } from './checks/sizes.ts';
import { style } from './checks/style.ts';
import { tenancy } from './checks/tenancy.ts';
import { tests } from './checks/tests.ts';
import { texts } from './checks/texts.ts';
import { translations } from './checks/translations.ts';
import { unused } from './checks/unused.ts';
import { wording } from './checks/wording.ts';

/** Every rule of the house that a program can check, in the order in which they are reported. */
export const checks: Check[] = [
  imports,
  pairs,
  sizes,
  names,
  style,
  footprint,
  environment,
  purity,
  clock,
  tenancy,
  calls,
  errors,
  translations,
  wording,
  literals,
  css,
  docstrings,
  docs,
  licences,
  tests,
  texts,
  unused,
  format,
];
