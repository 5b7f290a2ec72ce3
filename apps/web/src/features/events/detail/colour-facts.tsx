import type { EventColour } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../platform/i18n/format-number.ts';
import { Row } from '../../../ui/layout/row.tsx';
import facts from '../facts/facts.module.css';
import { colourParts } from '../search/filters/event-filters.ts';
import { Fact } from './fact.tsx';
import classes from './event-detail.module.css';

/** Colours of clothes or body, each with its share. */
export function ColourFacts({ colours }: { colours: readonly EventColour[] }) {
  const { t } = useTranslation();
  const parts = colourParts.filter((part) => colours.some((colour) => colour.part === part));
  return parts.map((part) => (
    <Fact key={part} name={t(`events.search.part.${part}`)}>
      {colours
        .filter((colour) => colour.part === part)
        .map(({ colour, share }) => (
          <Row as="span" inline align="center" gap={6} key={colour} className={classes.colour}>
            <i className={facts.dot} data-colour={colour} aria-hidden="true" />
            {t(`events.search.colour.${colour}`)}{' '}
            <bdi dir="ltr" className={classes.quiet}>
              {formatShare(share)}
            </bdi>
          </Row>
        ))}
    </Fact>
  ));
}
