import { Component, type ReactNode, useMemo } from 'react';
import { trustedHtml } from '~/lib/trusted-html';
import styles from './rich-text.module.css';

/** Renders the operator's HTML, sanitised by the server. The only use of innerHTML. */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  return (
    <RichTextBoundary>
      <Markup html={html} className={`${styles.text} ${className}`.trim()} />
    </RichTextBoundary>
  );
}

function Markup({ html, className }: { html: string; className: string }) {
  const __html = useMemo(() => trustedHtml(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, and passed by our policy
  return <div className={className} dangerouslySetInnerHTML={{ __html }} />;
}

/** Keeps a Trusted Types error from failing the whole page. */
class RichTextBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <p>Não foi possível mostrar este texto.</p> : this.props.children;
  }
}
