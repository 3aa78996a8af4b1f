import requests

board = [[1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
response = requests.post("http://127.0.0.1:8080/validate", json=board)
result = response.json()
if not response.ok:
    raise ValueError(result["detail"])
print(result["valid"], result["duplicate"]["cells"])
# False [{'row': 0, 'column': 0}, {'row': 2, 'column': 0}]
