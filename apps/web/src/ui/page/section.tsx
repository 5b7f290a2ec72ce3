import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../layout/layout-parts.ts';
import classes from './section.module.css';

interface SectionProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  /** Its heading; a section whose heading is more than words holds an `h2` of its own. */
  title?: ReactNode;
  /** What the section is about, in a sentence or two. */
  lead?: ReactNode;
}

/** A part of a page, with the margin of pages around it and a line below. */
export function Section({ title, lead, className, children, ...rest }: SectionProps) {
  return (
    <section {...rest} className={classNames(classes.section, className)}>
      {title !== undefined && <h2>{title}</h2>}
      {lead !== undefined && <Lead>{lead}</Lead>}
      {children}
    </section>
  );
}

/** What the things below are about, in a sentence or two. */
export function Lead({ className, ...rest }: ComponentPropsWithRef<'p'>) {
  return <p {...rest} className={classNames(classes.lead, className)} />;
}
