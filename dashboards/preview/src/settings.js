// Parameters of the URL: dashboard, time range in seconds, scrape interval, selection, theme.
const parameters = new URLSearchParams(location.search);

export const settings = {
  dashboard: parameters.get('dashboard'),
  from: Number(parameters.get('from')),
  to: Number(parameters.get('to')),
  scrapeInterval: Number(parameters.get('scrapeInterval')),
  app: parameters.get('app') ?? '',
  query: parameters.get('query') ?? '',
  theme: parameters.get('theme') ?? 'dark',
};

export const step = Math.max(15, Math.ceil((settings.to - settings.from) / 400));

const escaped = (name) => name.replace(/[\\^$*+?.()|[\]{}]/g, '\\\\$&');

// Values that Grafana and its Prometheus data source substitute for the variables of a query.
const values = {
  $__rate_interval: `${Math.max(step + settings.scrapeInterval, 4 * settings.scrapeInterval)}s`,
  $__range: `${settings.to - settings.from}s`,
  $app: settings.app ? escaped(settings.app) : '.*',
  $query: settings.query ? escaped(settings.query) : '.*',
};

export function interpolated(expr) {
  return expr.replace(/\$(__rate_interval|__range|app|query)\b/g, (name) => values[name]);
}
