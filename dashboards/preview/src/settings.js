// What the address asks for: dashboard, time range in seconds, scrape interval, selection, theme.
const asked = new URLSearchParams(location.search);

export const settings = {
  dashboard: asked.get('dashboard'),
  from: Number(asked.get('from')),
  to: Number(asked.get('to')),
  scrapeInterval: Number(asked.get('scrapeInterval')),
  app: asked.get('app') ?? '',
  query: asked.get('query') ?? '',
  theme: asked.get('theme') ?? 'dark',
};

export const step = Math.max(15, Math.ceil((settings.to - settings.from) / 400));

const escaped = (name) => name.replace(/[\\^$*+?.()|[\]{}]/g, '\\\\$&');

// What Grafana and its Prometheus data source put in for the variables of a query.
const values = {
  $__rate_interval: `${Math.max(step + settings.scrapeInterval, 4 * settings.scrapeInterval)}s`,
  $__range: `${settings.to - settings.from}s`,
  $app: settings.app ? escaped(settings.app) : '.*',
  $query: settings.query ? escaped(settings.query) : '.*',
};

export function interpolated(expr) {
  return expr.replace(/\$(__rate_interval|__range|app|query)\b/g, (name) => values[name]);
}
