{{- /* Flow mappings in one line: they need no indentation, so the templates use nothing but Go's own functions and toJson. */ -}}
{{- define "passeio.selector" }}{app.kubernetes.io/name: passeio, app.kubernetes.io/instance: {{ .Release.Name }}}{{ end }}
{{- define "passeio.labels" }}{app.kubernetes.io/name: passeio, app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/version: {{ .Chart.AppVersion | printf "%q" }}, app.kubernetes.io/managed-by: {{ .Release.Service }}}{{ end }}
