#!/usr/bin/env bash
# Makes prometheusrule.yaml, for the Prometheus Operator, out of the rules in alerts/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cat <<'HEAD'
# Made by deploy/kubernetes/prometheusrule.sh out of alerts/lagwatch.rules.yml: change that, not this.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: lagwatch
  namespace: lagwatch
spec:
HEAD
sed -n '/^groups:/,$ { /^./ s/^/  /; p }' alerts/lagwatch.rules.yml
